/** Reads the files of a verified backup again, for the restore. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { isDeeperThan, MOST_LEVELS } from '../json-depth.ts'
import { splitLines } from '../lines.ts'
import { hashOf } from '../photos/service.ts'
import { photoFile, type PhotoName, tableFile } from './backup-folder.ts'

/**
 * The rows of a table in a backup, a few at a time. Throws `OperatorError` for a row that no database can parse, and at
 * the end when the rows are not those of the verified file.
 */
export async function* readTable(
  folder: string,
  { name, hash }: { readonly name: string; readonly hash: string | undefined },
): AsyncGenerator<readonly string[]> {
  const path = join(folder, tableFile(name))
  const read = createHash('sha256')
  let rows: string[] = []
  let number = 0
  for await (const line of splitLines(withHash(path, read), path)) {
    number += 1
    // 50,000 levels stop the embedded database.
    if (isDeeperThan(line, MOST_LEVELS))
      throw new OperatorError(
        `Line ${number} of ${path} has more than ${MOST_LEVELS} levels of nested JSON.`,
      )
    rows.push(line)
    if (rows.length < 200) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
  if (read.digest('hex') !== hash) throw changed(path)
}

async function* withHash(path: string, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(piece)
    yield piece
  }
}

/** The bytes of a photo in a backup. Throws `OperatorError` when they are not those of the verified file. */
export async function readPhoto(folder: string, photo: PhotoName): Promise<Uint8Array> {
  const path = join(folder, photoFile(photo))
  const bytes = await readFile(path)
  if (hashOf(bytes) !== photo.hash) throw changed(path)
  return bytes
}

const changed = (path: string) =>
  new OperatorError(`${path} has changed during the restore. No row was restored.`)
