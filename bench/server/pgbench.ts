import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { program } from '../../server/test/setup/throw-away-postgres.ts'
import type { Figures } from './load.ts'

const INSERT = `insert into bench_orders (runner_id, customer_id, product_id, product_name, quantity, total_amount, body)
  values (1, 1, 'ricecooker', 'Rice Cooker × 1', 1, 1206.44, '{"delivery_address":"Kothapalli, Karimnagar"}') returning id;`

/** The limit of a write: what PostgreSQL itself stores in a second, over as many connections as the load has. */
export async function measurePgbench(
  url: string,
  { folder, seconds }: { readonly folder: string; readonly seconds: number },
): Promise<Figures> {
  const file = join(folder, 'insert.sql')
  writeFileSync(file, INSERT.replaceAll('\n', ' '))
  const args = [
    '-n',
    '-M',
    'prepared',
    '-f',
    file,
    '-c',
    '32',
    '-j',
    '1',
    '-T',
    String(seconds),
    url,
  ]
  const { stdout } = await promisify(execFile)(program('pgbench'), args)
  const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  const p50 = read(/latency average = ([\d.]+)/)
  return { rate: read(/tps = ([\d.]+)/), p50, p99: Number.NaN }
}
