/** The files of a backup. `SHA256SUMS` has the form of the tool `sha256sum`, which can check a backup without us. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photoTypes, PHOTO_TYPES, type PhotoType } from '@veni/domain/photo'
import * as v from 'valibot'
import { OperatorError } from '../errors.ts'
import { hashOf } from '../photos/service.ts'
import { migrationSchema } from './migrations.ts'
import { listBackupTables } from './tables-store.ts'
import { createWholeFolder, isOfSystem } from './whole-folder.ts'

const FORMAT = 1
const SUMS = 'SHA256SUMS'
const MANIFEST = 'manifest.json'

const manifestSchema = v.object({
  format: v.literal(FORMAT, 'A newer release made this backup; update this server first.'),
  /** An ISO instant. */
  createdAt: v.string(),
  /** The migrations of the database, oldest first. */
  migrations: v.array(migrationSchema),
  /** The number of rows of each table, in the order in which they are restored. */
  tables: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]+$/u)), rows: v.number() })),
  photos: v.array(
    v.object({
      // It is a part of a path.
      hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
      type: v.picklist(PHOTO_TYPES as readonly [PhotoType, ...PhotoType[]]),
    }),
  ),
  /** Photos that the server should have had and did not, or not with these bytes. */
  badPhotos: v.array(v.string()),
  /** The last number that was given to an order. Absent in backups of earlier releases. */
  lastOrder: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
const manifestJsonSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, 'This is no JSON text.'),
  manifestSchema,
)
export type Manifest = v.InferOutput<typeof manifestSchema>
export type PhotoName = Manifest['photos'][number]

export const tableFile = (name: string) => `tables/${name}.jsonl`
export const photoFile = ({ hash, type }: PhotoName) =>
  `photos/${hash.slice(0, 2)}/${hash}.${photoTypes[type][0]}`

export interface BackupWriter {
  /** Writes a file from pieces. */
  write(name: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void>
}

/** Creates a backup in a folder that does not exist yet. Throws `OperatorError`. */
export async function createBackupFolder(
  folder: string,
  fill: (writer: BackupWriter) => Promise<Omit<Manifest, 'format'>>,
): Promise<Manifest> {
  return createWholeFolder(folder, 'backup', async (partial) => {
    const sums = new Map<string, string>()
    const write: BackupWriter['write'] = async (name, pieces) => {
      sums.set(name, await writeFile(join(partial, name), pieces))
    }
    const manifest: Manifest = { format: FORMAT, ...(await fill({ write })) }
    await write(MANIFEST, single(`${JSON.stringify(manifest, undefined, 2)}\n`))
    const lines = [...sums].map(([name, hash]) => `${hash}  ${name}\n`)
    await writeFile(join(partial, SUMS), single(lines.join('')))
    return manifest
  })
}

/** @returns the SHA-256 of the content */
async function writeFile(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      await file.appendFile(piece)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

export async function* single<T>(piece: T): AsyncGenerator<T> {
  yield await Promise.resolve(piece)
}

/** A backup as it was when each of its files had its hash. */
export interface VerifiedBackup {
  readonly manifest: Manifest
  /** The SHA-256 of each table, by its name. */
  readonly tableHashes: ReadonlyMap<string, string>
}

/**
 * Reads a backup and compares every file with its hash. One piece of a file is in memory at a time. Throws
 * `OperatorError` with the name of the file that is missing or changed.
 */
export async function verifyBackup(
  folder: string,
  onFile: (checked: number, of: number) => void,
): Promise<VerifiedBackup> {
  const sums = parseSums(await readText(folder, SUMS))
  const text = await readText(folder, MANIFEST)
  if (sums.get(MANIFEST) !== hashOf(Buffer.from(text))) throw damaged(folder, MANIFEST)
  const manifest = parseManifest(folder, text)
  requireBackupTables(folder, manifest)
  const tableHashes = new Map(
    manifest.tables.map(({ name }) => [name, sums.get(tableFile(name)) ?? '']),
  )
  const files = [
    ...[...tableHashes].map(([name, hash]) => ({ name: tableFile(name), hash })),
    ...manifest.photos.map((photo) => ({ name: photoFile(photo), hash: photo.hash })),
  ]
  for (const [at, { name, hash }] of files.entries()) {
    await requireFile(folder, name)
    const found = await hashFile(join(folder, name)).catch((error: unknown) => {
      throw unreadable(folder, name, error)
    })
    if (found !== hash) throw damaged(folder, name)
    onFile(at + 1, files.length)
  }
  return { manifest, tableHashes }
}

/** Sessions from a file, for example, would sign somebody in. */
function requireBackupTables(folder: string, { tables }: Manifest): void {
  const known = new Set(listBackupTables())
  const other = tables.find(({ name }) => !known.has(name))
  if (other) throw new OperatorError(`${folder} has the table ${other.name}, which no backup has.`)
  const names = new Set(tables.map(({ name }) => name))
  if (names.size < tables.length)
    throw new OperatorError(`${folder} is no whole backup: it names a table twice.`)
}

function parseSums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

function parseManifest(folder: string, text: string): Manifest {
  const parsed = v.safeParse(manifestJsonSchema, text)
  if (parsed.success) return parsed.output
  throw new OperatorError(`${join(folder, MANIFEST)}: ${parsed.issues[0].message}`)
}

async function readText(folder: string, name: string): Promise<string> {
  await requireFile(folder, name)
  return readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    throw unreadable(folder, name, error)
  })
}

/** Throws `OperatorError` for a pipe or a device: reading one might never end. */
async function requireFile(folder: string, name: string): Promise<void> {
  const stats = await stat(join(folder, name)).catch((error: unknown) => {
    throw unreadable(folder, name, error)
  })
  if (!stats.isFile()) throw new OperatorError(`${join(folder, name)} is not a file.`)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}

const damaged = (folder: string, name: string) =>
  new OperatorError(`${join(folder, name)} is damaged: it has another hash than ${SUMS} states.`)

function unreadable(folder: string, name: string, error: unknown): OperatorError {
  const code = isOfSystem(error) ? error.code : String(error)
  const sentence =
    code === 'ENOENT'
      ? `${folder} is no whole backup: ${name} is missing.`
      : `${join(folder, name)} cannot be read (${code}).`
  return new OperatorError(sentence, { cause: error })
}
