import fs, { mkdtempSync, openSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DurableFileSystem } from './durable-file-system.ts'

const operations = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, vi.fn<() => number>(() => 0)]))

/** What PGlite's own file layer offers, as far as this one changes it. */
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

  /** @returns whether the disk is asked for the file, after a row of files was asked for and something was done then */
  function isAskedAfter(act: () => void): boolean {
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
    'asks again after %s of a name',
    (name) => expect(isAskedAfter(() => layer.node_ops[name]?.())).toBe(true),
  )

  it.each(['setattr', 'write', 'msync'])('asks again after %s of a file', (name) =>
    expect(isAskedAfter(() => layer.stream_ops[name]?.(stream))).toBe(true),
  )

  it('does not ask again for what has only been read', () => {
    const read = () => {
      for (const name of ['open', 'read', 'llseek', 'close']) layer.stream_ops[name]?.(stream)
    }
    expect(isAskedAfter(read)).toBe(false)
  })
})
