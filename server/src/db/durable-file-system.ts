import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'

/**
 * PGlite's file layer answers every fsync with "done" without doing it. This one asks the disk, so that a commit is acknowledged only
 * when it would survive a power cut. It needs `durableStartParams` beside it: fdatasync never reaches this layer, fsync does.
 */
export class DurableFileSystem extends NodeFS {
  override async init(database: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(database, options)
    const useRealFsync = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (stream) => fsyncStream(module.NODEFS, stream)
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

function fsyncStream(nodeFs: EmscriptenNodeFs, stream: EmscriptenStream): 0 {
  if (stream.nfd !== undefined) fsyncSync(stream.nfd)
  else fsyncFolder(nodeFs.realPath(stream.node))
  return 0
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
type EmscriptenNodeFs = {
  stream_ops: { fsync?: (stream: EmscriptenStream) => 0 }
  realPath(node: unknown): string
}
type EmscriptenStream = { nfd?: number; node: unknown }
