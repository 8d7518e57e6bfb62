/** Something the person at the terminal can put right; its message is the whole sentence to show. */
export class Refusal extends Error {}

/**
 * A refusal as its sentence, anything else (a bug) with its stack.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  if (error instanceof Refusal) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Runs a command of this folder.
 * @param {() => Promise<number | void>} command its result is the exit code
 */
export async function main(command) {
  try {
    const code = await command()
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}
