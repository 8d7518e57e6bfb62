/** The real server over a real database, both in this process. It can be restarted and killed. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import type { Database } from '../server/src/db/client.ts'
import { findEpoch } from '../server/src/db/epoch.ts'
import { cashPayments, sessions, settlements } from '../server/src/db/schema.ts'
import type { SealingKeys } from '@veni/domain/api/sign-in'
import type { Deps } from '../server/src/deps.ts'
import { clearTables, hasDeal } from '../server/test/setup/all-tables.ts'
import { openMemoryDatabase } from '../server/test/setup/memory-database.ts'
import { loadBackup, makeBackup, type OfficeBackup } from './backup.ts'
import { removePage } from './browser.ts'
import { whileBusy } from './idle.ts'
import { Office } from './office.ts'
import { type Customers, storePeople, whoHas } from './people.ts'
import { bytesFrom, createRandom, type Random } from './random.ts'
import { ServerLog } from './server-log.ts'
import {
  cookieOf,
  decoderHere,
  failWhenDying,
  type InjectedRequest,
  ServerDied,
  type SignedIn,
  storeIn,
  toHeaders,
} from './server-parts.ts'
import { isSignIn, type Reply, type ServerRequest } from './work-calls.ts'

/** Opened once and cleared for each run, because opening takes seconds. */
export class Server {
  readonly photos = new Map<string, Uint8Array>()
  readonly #database: Database
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'veni-uploads-'))
  readonly #uploadsFolder = join(this.#dataDir, 'uploads')
  #app: Awaited<ReturnType<typeof buildApp>> | undefined
  #now = () => 0
  #isDying = false
  #random = createRandom(0)
  /** When each file of an upload got its last byte, in ms. */
  readonly #fileTimes = new Map<string, number>()
  #log: ServerLog | undefined
  #backup: OfficeBackup | undefined
  #faults: unknown[] = []

  private constructor(database: Database) {
    this.#database = database
  }

  static async open(openDatabase = openMemoryDatabase): Promise<Server> {
    removePage()
    const server = new Server(await openDatabase())
    await server.#startApp()
    return server
  }

  get db() {
    return this.#database.db
  }

  /** Of this run. */
  get log() {
    if (!this.#log) throw new Error('No run has begun')
    return this.#log
  }

  /** What it logged as its own failures. */
  get faults(): readonly unknown[] {
    return this.#faults
  }

  async #startApp() {
    this.#app = await buildApp(this.#createDeps())
    await this.#app.ready()
  }

  #createDeps(): Deps {
    const { photos } = this
    return {
      // Years of virtual time pass in minutes, in which no phone makes this many calls.
      config: readConfig({
        RUNNER_CALLS_PER_MINUTE: '0',
        ADDRESS_CALLS_PER_MINUTE: '0',
        PHOTOS_PER_DAY: '0',
        PHOTO_MB_PER_DAY: '0',
        RECORD_MB_PER_DAY: '0',
      }),
      db: failWhenDying(this.db, () => this.#isDying),
      now: () => new Date(this.#now()),
      wait: () => Promise.resolve(),
      randomBytes: (size) => Buffer.from(bytesFrom(this.#random, size)),
      smsGateway: { send: () => Promise.resolve() },
      geocoder: { reverse: async () => undefined } as unknown as Deps['geocoder'],
      photoDecoder: decoderHere,
      shownPhotoStore: storeIn(new Map()),
      photoStore: storeIn(photos),
      ping: () => Promise.resolve(),
      objects: undefined,
      metrics: undefined,
      uploadsFolder: this.#uploadsFolder,
      space: { isLow: async () => false },
      log: {
        info: () => {},
        error: (line, error) => {
          if (!(error instanceof ServerDied)) this.#faults.push(`${line}: ${String(error)}`)
        },
      },
    }
  }

  /** For the command line of the office: no fault of the server reaches it. */
  get officeDeps(): Deps {
    return { ...this.#createDeps(), db: this.db }
  }

  #inject(request: InjectedRequest) {
    if (!this.#app) throw new Error('The server is not started')
    return whileBusy(Promise.resolve(this.#app.inject(request)))
  }

  async take(request: ServerRequest): Promise<Reply> {
    const { method, path, headers, body } = request
    const reply = await this.#inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, host: 'localhost', 'sec-fetch-site': 'same-origin' },
      ...(body !== undefined && { payload: body }),
    })
    if (path.startsWith(UPLOADS_PATH)) this.#setFileTimes()
    const answer: Reply = {
      status: reply.statusCode,
      body: reply.payload,
      headers: { ...toHeaders(reply.headers), date: new Date(this.#now()).toUTCString() },
      isReplayed: reply.headers['idempotent-replayed'] === 'true',
    }
    if (isSignIn(path)) this.#noteSession(request, answer)
    this.log.note(request, answer)
    return answer
  }

  #noteSession({ body }: ServerRequest, { headers }: Reply) {
    const { phone } = JSON.parse(String(body ?? '{}')) as { phone?: string }
    const who = whoHas(phone)
    if (who) this.log.signedIn(who, cookieOf(headers))
  }

  /** Uploads expire by the times of their files, which the disk takes from the real clock. */
  #setFileTimes() {
    for (const name of readdirSync(this.#uploadsFolder)) {
      const path = join(this.#uploadsFolder, name)
      if (statSync(path).mtimeMs === this.#fileTimes.get(name)) continue
      utimesSync(path, this.#now() / 1_000, this.#now() / 1_000)
      this.#fileTimes.set(name, statSync(path).mtimeMs)
    }
  }

  /** Kills the server after a write's last statement, before its commit. @returns a reply that was sent already */
  async takeAndDie(request: ServerRequest): Promise<Reply | undefined> {
    this.#isDying = true
    const answer = await this.take(request)
    this.#isDying = false
    return answer.status <= 299 ? answer : undefined
  }

  async restart() {
    await whileBusy(Promise.resolve(this.#app?.close()))
    await whileBusy(this.#startApp())
  }

  async endSessions() {
    await whileBusy(this.db.delete(sessions).execute())
  }

  async backUp(): Promise<OfficeBackup> {
    const made = await whileBusy(makeBackup(this.db, this.photos))
    this.#backup = { made, restoreLog: this.log.backUp() }
    return this.#backup
  }

  /** The office loses its machine and continues with the last backup: nobody is signed in, and no upload has begun. */
  async restoreBackup(backup = this.#backup) {
    if (!backup) throw new Error('There is no backup')
    const { made, restoreLog } = backup
    await whileBusy(Promise.resolve(this.#app?.close()))
    await whileBusy(loadBackup(made, this.db, this.photos))
    restoreLog()
    this.#clearUploads()
    await whileBusy(this.#startApp())
  }

  #clearUploads() {
    this.#fileTimes.clear()
    rmSync(this.#uploadsFolder, { recursive: true, force: true })
    mkdirSync(this.#uploadsFolder)
  }

  async countDeals(): Promise<number> {
    return (await this.db.$count(cashPayments)) + (await this.db.$count(settlements))
  }

  hasDeal(invoiceId: string): Promise<boolean> {
    return hasDeal(this.db, invoiceId)
  }

  /** As the sign-in of the app. @param phone the number */
  async signInWith(phone: string): Promise<SignedIn> {
    const reply = await this.#inject({
      method: 'POST',
      url: '/api/sign-in/session',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { phone, code: '123456' },
    })
    const { runner, sealing } = reply.json<{ runner: { id: number }; sealing: SealingKeys }>()
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    return { cookie, runnerId: String(runner.id), publicKey: sealing.public_key }
  }

  /** Deletes everything and stores two runners with their customers. @returns the customers' ids */
  async clear(now: () => number, random: Random): Promise<Customers> {
    this.#now = now
    this.#random = random
    this.#faults = []
    this.photos.clear()
    this.#clearUploads()
    this.#backup = undefined
    await clearTables(this.db)
    await findEpoch(this.db)
    const customers = await storePeople(this.db, () => new Date(now()))
    const office = new Office({ db: this.db, photos: this.photos, now }, customers)
    await office.startPrices()
    this.#log = new ServerLog(office, now)
    return customers
  }

  async close() {
    await this.#app?.close()
    rmSync(this.#dataDir, { recursive: true })
    await this.#database.close()
  }
}
