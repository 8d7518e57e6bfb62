import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'
import { createSyncMany, syncFileSystem, type SyncMany } from './sync-many.ts'

/**
 * PGlite's file layer answers every fsync with "done" without doing it. This one asks the disk, so that a commit is acknowledged only
 * when it would survive a power cut. It needs `durableStartParams` beside it: fdatasync never reaches this layer, fsync does.
 */
export class DurableFileSystem extends NodeFS {
  readonly #many: SyncMany

  constructor(folder: string) {
    super(folder)
    this.#many = createSyncMany(() => syncFileSystem(folder))
  }

  /** To be called when the database is open. */
  endStart(): void {
    this.#many.end()
  }

  override async init(database: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(database, options)
    const useRealFsync = ({ NODEFS: nodeFs }: EmscriptenModule) => {
      tellChanges(nodeFs.node_ops, this.#many)
      tellChanges(nodeFs.stream_ops, this.#many)
      nodeFs.stream_ops.fsync = (stream) => {
        this.#many.sync(() => fsyncStream(nodeFs, stream))
        return 0
      }
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), useRealFsync],
      },
    }
  }
}

/** PGlite starts PostgreSQL with `-F` (fsync off); without it, and with the one sync method that its file layer passes on. */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']
}

/** All else that a file layer can be asked for changes a file or a name. */
const READS: ReadonlySet<string> = new Set([
  'getattr',
  'lookup',
  'readdir',
  'readlink',
  'open',
  'close',
  'dup',
  'read',
  'llseek',
  'mmap',
])

function tellChanges(operations: Record<string, Operation>, many: SyncMany): void {
  for (const [name, operation] of Object.entries(operations)) {
    if (READS.has(name)) continue
    operations[name] = (...args) => {
      many.changed()
      return operation(...args)
    }
  }
}

function fsyncStream(nodeFs: EmscriptenNodeFs, stream: EmscriptenStream): void {
  if (stream.nfd !== undefined) fsyncSync(stream.nfd)
  else fsyncFolder(nodeFs.realPath(stream.node))
}

/** Emscripten opens no descriptor for a folder; PostgreSQL syncs one to make a new or renamed file's name durable. */
function fsyncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

type Options = Parameters<NodeFS['init']>[1]
type EmscriptenModule = { NODEFS: EmscriptenNodeFs }
type Operation = (...args: unknown[]) => unknown
type EmscriptenNodeFs = {
  node_ops: Record<string, Operation>
  stream_ops: Record<string, Operation> & { fsync?: (stream: EmscriptenStream) => 0 }
  realPath(node: unknown): string
}
type EmscriptenStream = { nfd?: number; node: unknown }
