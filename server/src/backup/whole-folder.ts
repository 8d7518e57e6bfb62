/** A new folder of the office that is never half: a backup, or the data of a customer. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncToDisk, syncTreeToDisk } from '../db/embedded/durable-copy.ts'
import { OperatorError } from '../errors.ts'

/**
 * Creates a folder that does not exist yet, for its owner only. It gets its name when everything is on the disk, so that a
 * part is never taken for the whole. Nothing is left after a failure. Throws `OperatorError`.
 * @param what the folder has, for the errors, such as `backup`
 * @param fill writes everything into the folder that it gets
 */
export async function createWholeFolder<T>(
  folder: string,
  what: string,
  fill: (partial: string) => Promise<T>,
): Promise<T> {
  if (existsSync(folder)) throw new OperatorError(`${folder} exists already; name a new folder.`)
  let current = `${folder}.partial`
  await create(current, what)
  try {
    const result = await fill(current)
    await syncTreeToDisk(current)
    await rename(current, folder)
    current = folder
    await syncToDisk(dirname(folder))
    return result
  } catch (error) {
    await rm(current, { recursive: true, force: true })
    throw isOfSystem(error) && !OF_CONNECTION.test(error.code ?? '')
      ? new OperatorError(`The ${what} cannot be written to ${folder} (${error.code}).`, {
          cause: error,
        })
      : error
  }
}

/** The database or the bucket is away, which the program says in its own words. */
const OF_CONNECTION = /^E(?:AI_|CONN|HOST|NET|NOTFOUND|PIPE|TIMEDOUT)/

async function create(folder: string, what: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const code = isOfSystem(error) ? error.code : String(error)
    throw new OperatorError(
      code === 'EEXIST'
        ? `${folder} is there: another ${what} runs, or was interrupted; delete it if none runs.`
        : `Cannot create ${folder} (${code}).`,
      { cause: error },
    )
  }
}

export const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
