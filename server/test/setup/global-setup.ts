import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { bundleServer } from './bundle-server.ts'
import { startPostgres } from './throw-away-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a migrated embedded database, to copy. */
    embeddedTemplate: string
    /** The URL of a temporary PostgreSQL with the migrated database `veni_template`. */
    postgresUrl: string
  }
}

/** Runs once per test run and makes the databases that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'veni-server-tests-'))
  const [postgres, embeddedTemplate] = await Promise.all([
    startPostgresWithTemplate(),
    makeEmbeddedTemplate(folder),
    bundleServer(),
  ])
  project.provide('embeddedTemplate', embeddedTemplate)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeEmbeddedTemplate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const database = await openEmbedded(folder)
  await database.close()
  return join(folder, 'database')
}

async function startPostgresWithTemplate() {
  const postgres = await startPostgres()
  await postgres.createDatabase('veni_template')
  const database = await openPostgres(`${postgres.url}/veni_template`)
  await database.close()
  return postgres
}
