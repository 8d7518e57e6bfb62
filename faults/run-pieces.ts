/**
 * A program: runs the shifts of each piece that its parent sends, also after one that violates an invariant, and sends
 * the result of the piece back. It ends with its parent.
 */
import './setup.ts'
import type { Piece, PieceResult } from '../scripts/test/soak.mjs'
import { faultNames } from './faults.ts'
import { runShift } from './run.ts'
import { Server } from './server.ts'
import { shiftOf } from './shift.ts'

// The app reports refused writes and dead pages; here both are expected.
console.warn = () => {}

const server = await Server.open()

async function runPiece({ first, count }: Piece): Promise<PieceResult> {
  const counts = new Map<string, number>(faultNames.map((name) => [name, 0]))
  const failed: PieceResult['failed'] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const { violations, faults } = await runShift(shiftOf(seed), server)
    for (const [name, times] of faults) counts.set(name, (counts.get(name) ?? 0) + times)
    if (violations.length > 0) failed.push([seed, [...violations]])
  }
  return { failed, faults: Object.fromEntries(counts) }
}

process.on('message', (piece: Piece) => {
  void runPiece(piece).then((result) => process.send?.(result))
})
// The libraries leave timers behind that would keep the process.
process.on('disconnect', () => void server.close().then(() => process.exit()))
