/** What PostgreSQL itself says about a run. */
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
