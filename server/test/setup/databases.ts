import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { run } from './throw-away-postgres.ts'

const bothKinds = ['embedded', 'postgres'] as const
export type DatabaseKind = (typeof bothKinds)[number]

/** Every test of the database runs on both. TEST_DATABASES names one, where the tests themselves are tested. */
export const databaseKinds: readonly DatabaseKind[] = bothKinds.filter((kind) =>
  (process.env.TEST_DATABASES ?? kind).includes(kind),
)

/** Opens a new, migrated, empty database with its own data folder; `close` deletes both. */
export async function openFreshDatabase(
  kind: DatabaseKind,
): Promise<Database & { dataDir: string; url: string | undefined }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veni-data-'))
  const url = kind === 'postgres' ? await createFreshPostgres() : undefined
  const database = url
    ? await openPostgres(url)
    : await openEmbedded(dataDir, inject('embeddedTemplate'))
  return {
    ...database,
    dataDir,
    url,
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the template. @returns the URL of the new database */
export async function createFreshPostgres(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${server}/postgres`, `create database ${name} template veni_template`)
  return `${server}/${name}`
}

/** A PostgreSQL database without any table. @returns its URL */
export async function createEmptyPostgres(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${server}/postgres`, `create database ${name}`)
  return `${server}/${name}`
}
