import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOf } from '../../src/photos/service.ts'
import type { DatabaseKind } from '../setup/databases.ts'
import type { ProcessData } from '../setup/process-data.ts'
import { ServerProcess } from '../setup/server-process.ts'
import { readChanges } from './change-log.ts'
import { everything, type Unsynced, writeDisk } from './disk-after-cut.ts'
import { compileFileLayer, layerVariables } from './file-layer.ts'
import { createCluster, startCluster, type Cluster } from './power-postgres.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { findUnloggedChanges } from './unlogged-changes.ts'

/**
 * PostgreSQL and PGlite sync a new file of a table and not its folder, which is enough on ext4, XFS and Btrfs. Our own
 * files must be durable by what POSIX promises.
 */
const rules = {
  syncsFirstName: (path: string) => /^(postgres|data\/database)\//.test(path),
}

/**
 * A machine with a server, its database and their disk, whose power the test cuts. Programs use `live`; `copy` has the
 * same files as they were at the last start.
 */
export class PowerMachine {
  /** For the files of the test, outside the disk. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'veni-power-')))
  readonly live = join(this.folder, 'live')
  readonly dataDir = join(this.live, 'data')
  readonly #copy = join(this.folder, 'copy')
  readonly #log = join(this.folder, 'log')
  readonly #library = join(this.folder, 'file-layer.so')
  readonly #kind: DatabaseKind
  #server: ServerProcess | undefined
  #cluster: Cluster | undefined
  #disk: SimulatedDisk | undefined
  #isCut = false

  constructor(kind: DatabaseKind) {
    // PostgreSQL runs as another user.
    chmodSync(this.folder, 0o755)
    this.#kind = kind
    mkdirSync(this.live)
    compileFileLayer(this.#library)
    mkdirSync(this.dataDir, { mode: 0o700 })
    if (kind === 'postgres') createCluster(this.#clusterFolder)
  }

  get #clusterFolder() {
    return join(this.live, 'postgres')
  }

  get #variables() {
    return layerVariables({ library: this.#library, root: this.live, log: this.#log })
  }

  /** What a program of the office needs to run on this machine. */
  get env() {
    return {
      ...process.env,
      ...this.#variables,
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.#cluster?.url ?? '',
    }
  }

  /** Runs the database without the layer, while nothing else runs. */
  async withData(work: (data: ProcessData) => Promise<void>): Promise<void> {
    const cluster =
      this.#kind === 'postgres' ? await startCluster(this.#clusterFolder, {}) : undefined
    await cluster?.ready
    try {
      await work({ dataDir: this.dataDir, databaseUrl: cluster?.url ?? '' })
    } finally {
      await cluster?.stop()
    }
  }

  /**
   * Starts everything on the disk as it is. Resolves when its processes are started; they may be cut before they are ready.
   * @returns a promise of the address of the server
   */
  async start(env: NodeJS.ProcessEnv): Promise<{ readonly address: Promise<string> }> {
    rmSync(this.#copy, { recursive: true, force: true })
    // With owners, and without copies of the bytes where the file system can share them.
    execFileSync('cp', ['-a', '--reflink=auto', this.live, this.#copy])
    this.#disk = new SimulatedDisk(this.live, this.#copy, rules)
    writeFileSync(this.#log, '')
    // PostgreSQL appends as its own user.
    chmodSync(this.#log, 0o666)
    this.#isCut = false
    if (this.#kind === 'postgres')
      this.#cluster = await startCluster(this.#clusterFolder, this.#variables)
    const address = this.#startServer(env)
    address.catch(() => undefined)
    return { address }
  }

  async #startServer(env: NodeJS.ProcessEnv): Promise<string> {
    await this.#cluster?.ready
    if (this.#isCut) throw new Error('The power was cut before the server started.')
    this.#server = new ServerProcess({ ...this.env, ...env })
    return this.#server.address()
  }

  /** The size of the log is the moment of a cut: what programs do later never happened. */
  now = () => statSync(this.#log).size

  /** Ends all programs and gives the disk what it has at a moment. */
  async cut(moment: number, unsynced: Unsynced): Promise<void> {
    await this.#endAll()
    const disk = this.#replay(moment)
    const next = `${this.live}.next`
    await writeDisk(disk.root, unsynced, { live: this.live, target: next })
    rmSync(this.live, { recursive: true })
    renameSync(next, this.live)
    // After a real cut its process has another number, or none.
    rmSync(join(this.#clusterFolder, 'postmaster.pid'), { force: true })
  }

  /** The file of a photo with this SHA-256. */
  photoFile = (hash: string) => join(this.dataDir, 'photos', hash.slice(0, 2), `${hash}.jpg`)

  /** A sentence for each of these photos whose bytes are not on the disk. */
  findLostPhotos(hashes: readonly string[]): string[] {
    const isHere = (file: string, hash: string) =>
      existsSync(file) && hashOf(readFileSync(file)) === hash
    return hashes
      .filter((hash) => !isHere(this.photoFile(hash), hash))
      .map((hash) => `the photo ${hash} is lost or damaged`)
  }

  /** Ends all programs in order. */
  async stop(): Promise<void> {
    await this.#server?.kill('SIGTERM')
    await this.#cluster?.stop()
  }

  /** The files that are not as the log says. The layer must see every change. */
  async findUnloggedChanges(): Promise<string[]> {
    const target = join(this.folder, 'simulated')
    await writeDisk(this.#replay(this.now()).root, everything, { live: this.live, target })
    return findUnloggedChanges(this.live, target)
  }

  async remove(): Promise<void> {
    await this.#endAll()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #endAll(): Promise<void> {
    this.#isCut = true
    await Promise.all([this.#server?.kill('SIGKILL'), this.#cluster?.kill()])
  }

  #replay(moment: number): SimulatedDisk {
    const disk = this.#disk
    if (!disk) throw new Error('Nothing was started.')
    const log = readFileSync(this.#log).subarray(0, moment)
    disk.apply(readChanges(log, this.live))
    return disk
  }
}
