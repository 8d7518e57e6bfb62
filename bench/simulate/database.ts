/** What PostgreSQL itself says about a run. */
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../../server/test/setup/throw-away-postgres.ts'
import { readProcessorSeconds } from '../server/process.ts'

/**
 * @param url of the database, whose PostgreSQL runs on this machine
 * @returns the processor time of all its processes that are running, in s
 */
export async function readDatabaseSeconds(url: string): Promise<number> {
  const rows = await run(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return rows.reduce((sum, { pid }) => sum + readProcessorSeconds(Number(pid)), 0)
}

/** @returns the bytes of the database on its disk */
export async function readDatabaseBytes(url: string): Promise<number> {
  const [row] = await run(url, 'select pg_database_size(current_database()) as bytes')
  return Number(row?.['bytes'])
}

/** PostgreSQL reports what its processes have done after a second at most. */
const REPORTED_MS = 1_500

/** @returns how many rows were stored and not deleted, in all tables */
export async function readStoredRows(url: string): Promise<number> {
  await wait(REPORTED_MS)
  const [row] = await run(url, 'select sum(n_tup_ins - n_tup_del) as rows from pg_stat_user_tables')
  return Number(row?.['rows'])
}
