/** What PostgreSQL itself says about a run. */
import pg from 'pg'
import { readProcessorSeconds } from '../server/process.ts'

export interface Figures {
  /** Processor time of all its processes that are running, in s. */
  processorSeconds(): Promise<number>
  /** Of the database on its disk. */
  bytes(): Promise<number>
  close(): Promise<void>
}

/** @param url of the database, whose PostgreSQL runs on this machine */
export async function openFigures(url: string): Promise<Figures> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async processorSeconds() {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      return rows.reduce((sum, { pid }) => sum + readProcessorSeconds(pid), 0)
    },
    async bytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_database_size(current_database()) as bytes',
      )
      return Number(rows[0]?.bytes)
    },
    close: () => client.end(),
  }
}
