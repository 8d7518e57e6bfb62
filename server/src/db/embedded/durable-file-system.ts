import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'
import { createSyncMany, syncFileSystem, type SyncMany } from './sync-many.ts'

/**
 * PGlite's file layer answers fsync without syncing. This class really syncs, so that an acknowledged commit survives a
 * power cut. Only the owner can read the files. It needs `durableStartParams`, because fdatasync never reaches this layer and fsync does.
 */
export class DurableFileSystem extends NodeFS {
  readonly #many: SyncMany
  readonly #moduleOptions: ModuleOptions

  /** @param moduleOptions more options of the Emscripten module */
  constructor(folder: string, moduleOptions: ModuleOptions = {}) {
    super(folder)
    this.#moduleOptions = moduleOptions
    this.#many = createSyncMany(() => syncFileSystem(folder))
  }

  /** Call this when the database is open. */
  endStart(): void {
    this.#many.end()
  }

  override async init(
    database: PGlite,
    options: ModuleOptions,
  ): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(database, options)
    const useRealFsync = ({ NODEFS: nodeFs }: EmscriptenModule) => {
      forOwnerOnly(nodeFs.node_ops)
      forOwnerOnly(nodeFs.stream_ops)
      reportChanges(nodeFs.node_ops, this.#many)
      reportChanges(nodeFs.stream_ops, this.#many)
      nodeFs.stream_ops.fsync = (stream) => {
        this.#many.sync(() => fsyncStream(nodeFs, stream))
        return 0
      }
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        ...this.#moduleOptions,
        preRun: [...(emscriptenOpts.preRun ?? []), useRealFsync],
      },
    }
  }
}

/** Removes `-F`, with which PGlite switches fsync off, and selects the sync method that its file layer passes on. */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']
}

/** Every other operation of a file layer changes a file or a name. */
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

function reportChanges(operations: Record<string, Operation>, many: SyncMany): void {
  for (const [name, operation] of Object.entries(operations)) {
    if (READS.has(name)) continue
    operations[name] = (...args) => {
      many.changed()
      return operation(...args)
    }
  }
}

/** Emscripten sets the mode of each new file to 0666, whatever the umask of the process is. */
function forOwnerOnly(operations: Record<string, Operation>): void {
  const { setattr } = operations
  if (!setattr) return
  operations['setattr'] = (node, attributes) => {
    const { mode, ...others } = (attributes ?? {}) as { mode?: number }
    return setattr(node, mode === undefined ? others : { ...others, mode: mode & ~0o077 })
  }
}

function fsyncStream(nodeFs: EmscriptenNodeFs, stream: EmscriptenStream): void {
  if (stream.nfd !== undefined) fsyncSync(stream.nfd)
  else fsyncFolder(nodeFs.realPath(stream.node))
}

/** PostgreSQL syncs a folder to make the name of a new file durable, but Emscripten opens no descriptor for folders. */
function fsyncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export type ModuleOptions = Parameters<NodeFS['init']>[1]
type EmscriptenModule = { NODEFS: EmscriptenNodeFs }
type Operation = (...args: unknown[]) => unknown
type EmscriptenNodeFs = {
  node_ops: Record<string, Operation>
  stream_ops: Record<string, Operation> & { fsync?: (stream: EmscriptenStream) => 0 }
  realPath(node: unknown): string
}
type EmscriptenStream = { nfd?: number; node: unknown }
