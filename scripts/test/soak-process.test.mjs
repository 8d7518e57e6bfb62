import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSoakProcess } from './soak-process.mjs'

/** Counts its pieces in place of shifts, and dies at the seed 13. */
const PROGRAM = `
let pieces = 0
process.on('message', ({ first, count }) => {
  if (first === 13) process.exit(3)
  pieces += 1
  process.send({ failed: [], faults: { pieces, first, count } })
})
`

test('one process runs one piece after another, and its death fails the piece', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veni-soak-'))
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const soakProcess = startSoakProcess(program)
  const faultsOf = async (/** @type {import('./soak.mjs').Piece} */ piece) =>
    (await soakProcess.runPiece(piece)).faults
  expect(await faultsOf({ first: 1, count: 5 })).toEqual({ pieces: 1, first: 1, count: 5 })
  expect(await faultsOf({ first: 6, count: 2 })).toEqual({ pieces: 2, first: 6, count: 2 })
  await expect(soakProcess.runPiece({ first: 13, count: 5 })).rejects.toThrow(
    'seed 13 ended with 3',
  )
  rmSync(folder, { recursive: true })
})
