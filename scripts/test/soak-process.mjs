import { fork } from 'node:child_process'
import { once } from 'node:events'
import { at } from '../process/repository.mjs'

/** Of a piece, on a slow machine. */
const TIME_LIMIT_MS = 3_600_000
/** Of memory for new values. A shift makes so many that Node would collect its usual 16 MB all the time. */
const NEW_VALUES_MB = 64

/** Starts a process that runs one piece after another: it loads the app once, and Node compiles its code once. */
export function startSoakProcess(program = at('scripts/test/soak-program.mjs')) {
  const child = fork(program, { execArgv: [`--max-semi-space-size=${NEW_VALUES_MB}`] })
  return {
    /** @param {import('./soak.mjs').Piece} piece */
    async runPiece(piece) {
      const over = new AbortController()
      const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
      const death = once(child, 'exit', { signal: over.signal }).then((how) => {
        throw new Error(`The piece from seed ${piece.first} ended with ${how.join(' ')}.`)
      })
      try {
        child.send(piece)
        const [result] = await Promise.race([
          once(child, 'message', { signal: over.signal }),
          death,
        ])
        return /** @type {import('./soak.mjs').PieceResult} */ (result)
      } finally {
        clearTimeout(timer)
        over.abort()
      }
    },
    end: () => child.disconnect(),
  }
}
