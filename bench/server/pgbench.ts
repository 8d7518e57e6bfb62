import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { program } from '../../server/test/setup/throw-away-postgres.ts'
import type { Figures } from './load.ts'

const INSERT = `insert into bench_orders (runner_id, customer_id, product_id, product_name, quantity, total_amount, body)
  values (1, 1, 'ricecooker', 'Rice Cooker × 1', 1, 1206.44, '{"delivery_address":"Kothapalli, Karimnagar"}') returning id;`

/** The rows of a whole deal, as our server stores them. */
const dealRows = fileURLToPath(new URL('deal-rows.sql', import.meta.url))

interface PgbenchOptions {
  readonly folder: string
  readonly seconds: number
  readonly what: 'insert' | 'deal'
}

/**
 * The limit of a write: what PostgreSQL itself stores in a second, over as many connections as the load has, when nobody
 * checks anything.
 */
export async function measurePgbench(
  url: string,
  { folder, seconds, what }: PgbenchOptions,
): Promise<Figures> {
  const insert = join(folder, 'insert.sql')
  writeFileSync(insert, INSERT.replaceAll('\n', ' '))
  const file = what === 'insert' ? insert : dealRows
  const log = join(folder, `pgbench-${what}-${performance.now()}`)
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', '32', '-j', '1', '-T', String(seconds)]
  const { stdout } = await promisify(execFile)(program('pgbench'), [
    ...args,
    '-l',
    `--log-prefix=${log}`,
    url,
  ])
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  return { rate, ...readTimes(folder, log) }
}

/** pgbench writes one line for each transaction, with its time in µs at the third place. */
function readTimes(folder: string, log: string): { p50: number; p99: number } {
  const names = readdirSync(folder).filter((name) => join(folder, name).startsWith(log))
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  const times = lines
    .map((line) => Number(line.split(' ')[2]) / 1_000)
    .toSorted((one, other) => one - other)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
