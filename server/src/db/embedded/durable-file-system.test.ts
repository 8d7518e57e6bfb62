import fs, { mkdtempSync, openSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DurableFileSystem } from './durable-file-system.ts'

const operations = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, vi.fn<() => number>(() => 0)]))

/** The operations of PGlite's file layer that `DurableFileSystem` changes. */
const fileLayer = () => ({
  node_ops: operations(
    'getattr lookup readdir readlink setattr mknod rename unlink rmdir symlink',
  ) as Operations,
  stream_ops: operations(
    'getattr open close dup read llseek mmap setattr write msync',
  ) as Operations,
  realPath: () => '/',
})

type Operations = Record<string, (...args: unknown[]) => unknown>

describe('the file layer of the embedded database', () => {
  let folder: string
  let layer: ReturnType<typeof fileLayer>
  let stream: { nfd: number; node: null }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-files-'))
    stream = { nfd: openSync(join(folder, 'a'), 'w'), node: null }
    layer = fileLayer()
    const { emscriptenOpts } = await new DurableFileSystem(folder).init({} as PGlite, {})
    const preRun = emscriptenOpts.preRun as ((module: unknown) => void)[]
    preRun.at(-1)?.({ NODEFS: layer })
  })
  afterEach(() => {
    fs.closeSync(stream.nfd)
    rmSync(folder, { recursive: true })
  })

  /** Syncs many files, runs `act` and syncs again. @returns whether the last sync reached the disk */
  function isSyncedAfter(act: () => void): boolean {
    for (let file = 0; file < 100; file += 1) layer.stream_ops.fsync?.(stream)
    const fsync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    try {
      act()
      layer.stream_ops.fsync?.(stream)
      return fsync.mock.calls.length > 0
    } finally {
      fsync.mockRestore()
      syncBuiltinESMExports()
    }
  }

  it.each(['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'])(
    'syncs again after %s of a name',
    (name) => expect(isSyncedAfter(() => layer.node_ops[name]?.())).toBe(true),
  )

  it.each(['setattr', 'write', 'msync'])('syncs again after %s of a file', (name) =>
    expect(isSyncedAfter(() => layer.stream_ops[name]?.(stream))).toBe(true),
  )

  it('does not sync again after reads', () => {
    const read = () => {
      for (const name of ['open', 'read', 'llseek', 'close']) layer.stream_ops[name]?.(stream)
    }
    expect(isSyncedAfter(read)).toBe(false)
  })
})
