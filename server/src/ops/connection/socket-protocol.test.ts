import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { opsSocketPath } from './socket-protocol.ts'

describe('the socket of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veni-socket-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('lies in the data folder, which only its owner can enter', () => {
    expect(opsSocketPath(folder)).toBe(join(folder, 'ops.socket'))
  })

  test('lies elsewhere when the path would be too long for the system', () => {
    const deep = join(folder, 'a'.repeat(120))
    mkdirSync(deep)
    const path = opsSocketPath(deep)
    expect(path.startsWith(join(tmpdir(), 'veni-'))).toBe(true)
    expect(Buffer.byteLength(path)).toBeLessThan(104)
  })

  test('is the same by whatever name the data folder is called', () => {
    const other = join(folder, 'other')
    symlinkSync(folder, other)
    expect(opsSocketPath(other)).toBe(opsSocketPath(folder))
  })

  test('is a pipe on Windows', () => {
    expect(opsSocketPath(folder, 'win32')).toMatch(/^\\\\\.\\pipe\\veni-ops-[0-9a-f]{16}$/)
  })
})
