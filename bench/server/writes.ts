import { type Bench, stopAtEnd } from './bench-postgres.ts'
import { writes } from './fill.ts'
import type { Requests } from './load.ts'
import { measurePgbench } from './pgbench.ts'
import { contender } from './reads.ts'
import { deal, order } from './requests.ts'
import type { Results } from './results.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { startOurs, startThin } from './servers.ts'

const insert: Requests = {
  ...order,
  path: '/',
  headers: { 'content-type': 'application/json' },
  senders: writes.map(({ cookie, customerId }) => [cookie, String(customerId)]),
}

/** One order and one whole deal, each durable before its answer, beside a bare insert. */
export async function measureWrites(bench: Bench, results: Results): Promise<void> {
  const { databaseUrl, folder, rounds, seconds } = bench
  const ours = await stopAtEnd(bench, startOurs({ databaseUrl, folder }))
  const thin = await stopAtEnd(bench, startThin(databaseUrl, folder))
  const pgbench: Contender = {
    name: 'pgbench insert',
    measure: () => measurePgbench(databaseUrl, { folder, seconds }),
  }
  const bare = contender(bench, 'thin insert', { program: thin, requests: insert })
  const rows: [name: string, requests: Requests][] = [
    ['one order', order],
    ['a whole deal', deal],
  ]
  for (const [name, requests] of rows) {
    const contenders = [contender(bench, 'ours', { program: ours, requests }), bare, pgbench]
    results.add(name, await measureRounds(contenders, rounds))
  }
}
