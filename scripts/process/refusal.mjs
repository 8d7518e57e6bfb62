/** A problem that the person at the terminal can solve. The message is the whole text to show. */
export class Refusal extends Error {}

/**
 * The message of a refusal. For any other error, which is a bug, the stack.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (error instanceof Refusal) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Runs a command of this folder and prints its error.
 * @param {() => Promise<number | void>} command its result is the exit code
 */
export async function main(command) {
  try {
    const code = await command()
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}
