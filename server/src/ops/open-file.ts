import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ImportRefusal } from './import-refusal.ts'

/**
 * Opens a file for an import.
 * @param noun what it should be, for the sentence
 * Throws `ImportRefusal` when there is none that can be read.
 */
export async function openFile(file: string, noun: string): Promise<ReadStream> {
  const stats = await stat(file).catch((error: unknown) => refuse(file, error))
  if (stats.isDirectory()) throw new ImportRefusal(`${file} is a folder, not a ${noun}.`)
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
  throw new ImportRefusal(sentence, { cause: error })
}
