import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import { OperatorError } from '../errors.ts'
import type { Terminal } from './terminal.ts'

/**
 * Does the work with a file that the operator named. Throws `OperatorError` when it cannot be read.
 * @param noun what the file should be, for the message
 */
export async function withFile(
  terminal: Terminal,
  file: string,
  noun: string,
  work: (config: Config, bytes: ReadStream) => Promise<void>,
): Promise<void> {
  // npm runs the command in the top folder; INIT_CWD is the folder in which the operator typed it.
  const bytes = await openFile(resolve(terminal.env['INIT_CWD'] ?? '.', file), noun)
  try {
    await work(readConfig(terminal.env), bytes)
  } finally {
    bytes.destroy()
  }
}

/**
 * Throws `OperatorError` when the file cannot be read.
 */
async function openFile(file: string, noun: string): Promise<ReadStream> {
  const stats = await stat(file).catch((error: unknown) => refuse(file, error))
  if (stats.isDirectory()) throw new OperatorError(`${file} is a folder, not a ${noun}.`)
  const stream = createReadStream(file)
  await new Promise<void>((opened, failed) => {
    stream.once('open', () => opened())
    stream.once('error', failed)
  }).catch((error: unknown) => refuse(file, error))
  return stream
}

function refuse(file: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  const sentence =
    code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`
  throw new OperatorError(sentence, { cause: error })
}
