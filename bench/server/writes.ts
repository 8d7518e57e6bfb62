import { type Bench, stopAtEnd } from './bench-postgres.ts'
import { writes } from './fill.ts'
import type { Requests } from './load.ts'
import { measurePgbench } from './pgbench.ts'
import { contender, startPeers } from './reads.ts'
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
  const pgbench = (name: string, what: 'insert' | 'deal'): Contender => ({
    name,
    measure: () => measurePgbench(databaseUrl, { folder, seconds, what }),
  })
  const bare = contender(bench, 'thin insert', { program: thin, requests: insert })
  const peers = await startPeers(bench, 'order')
  const limit = pgbench('pgbench insert', 'insert')
  const rows: readonly [name: string, requests: Requests, limits: readonly Contender[]][] = [
    ['one order', order, [limit]],
    ['a whole deal', deal, [limit, pgbench('pgbench, the rows of a deal', 'deal')]],
  ]
  for (const [name, requests, limits] of rows) {
    const first = contender(bench, 'ours', { program: ours, requests })
    results.add(name, await measureRounds([first, bare, ...peers, ...limits], rounds))
  }
}
