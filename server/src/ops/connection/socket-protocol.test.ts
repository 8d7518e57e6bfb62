import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { opsSocketPath } from './socket-protocol.ts'

describe('the socket of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veni-socket-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is in the data folder, which only its owner can enter', () => {
    expect(opsSocketPath(folder)).toBe(join(folder, 'ops.socket'))
  })

  test('is in the folder for temporary files when its path would be too long', () => {
    const deep = join(folder, 'a'.repeat(120))
    mkdirSync(deep)
    const path = opsSocketPath(deep)
    expect(path.startsWith(join(tmpdir(), 'veni-'))).toBe(true)
    expect(Buffer.byteLength(path)).toBeLessThan(104)
  })

  test('is the same for every path of the data folder', () => {
    const other = join(folder, 'other')
    symlinkSync(folder, other)
    expect(opsSocketPath(other)).toBe(opsSocketPath(folder))
  })

  test('is a pipe on Windows', () => {
    expect(opsSocketPath(folder, 'win32')).toMatch(/^\\\\\.\\pipe\\veni-ops-[0-9a-f]{16}$/)
  })
})
