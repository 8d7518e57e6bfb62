import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../scripts/process/repository.mjs'
import { openEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { type Bench, stopAtEnd } from './bench-postgres.ts'
import { fillDatabase, type Target } from './fill.ts'
import type { Requests } from './load.ts'
import type { Program } from './process.ts'
import { askAs, contender, readTags } from './reads.ts'
import { compressedList, deal, list, oneCustomer, order, unchangedList } from './requests.ts'
import type { Results } from './results.ts'
import { measureRounds } from './rounds.ts'
import { startOurs } from './servers.ts'

/** Our server on the embedded database, beside itself on PostgreSQL in the same rounds. */
export async function measureEmbedded(bench: Bench, results: Results): Promise<void> {
  const { databaseUrl, folder, rounds } = bench
  const dataDir = await fillEmbedded(folder, fillDatabase)
  const servers = {
    PostgreSQL: await stopAtEnd(bench, startOurs({ databaseUrl, folder })),
    embedded: await stopAtEnd(bench, startOurs({ folder, dataDir })),
  }
  // Both have the same customers, so the same tags.
  const tags = await readTags(servers.embedded)
  const rows: Readonly<Record<string, Requests>> = {
    'list of 50': list,
    'list of 50, compressed': compressedList,
    'unchanged list (304)': unchangedList(tags),
    'one customer': oneCustomer,
    'one order': order,
    'a whole deal': deal,
  }
  for (const [name, requests] of Object.entries(rows)) {
    const contenders = Object.entries(servers).map(([database, program]) =>
      contender(bench, database, { program, requests }),
    )
    if (requests.method === undefined)
      for (const program of Object.values(servers)) await readOnce(program, requests)
    results.add(name, await measureRounds(contenders, rounds))
  }
}

/** So that every list is in the memory of the server. */
async function readOnce(program: Program, requests: Requests): Promise<void> {
  for (const sender of requests.senders) await askAs(program, requests, sender)
}

/**
 * Makes a filled database. It has one owner, so that no server may run meanwhile.
 * @returns its data folder
 */
export async function fillEmbedded(
  folder: string,
  fill: (database: Target) => Promise<void>,
): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'embedded-'))
  const migrating = await startOurs({ folder, dataDir })
  await migrating.stop()
  const database = await openEmbedded(dataDir, at('server/dist/database-template'))
  await fill(database)
  await database.close()
  return dataDir
}
