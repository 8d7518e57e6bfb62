import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionCounts, Database } from '../db/client.ts'
import { repeatedTransactions } from '../db/transact.ts'
import type { Log } from '../log.ts'
import { addWorkFigures } from './work-figures.ts'

interface AnsweredCall {
  readonly method: string
  /** The pattern of the route, without ids. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** What Prometheus reads of this process. No label has an id, a name or an amount. */
export interface Metrics {
  countCall(call: AnsweredCall): void
  /** In the text format of Prometheus. Without the figures of the database until it has answered. */
  read(): Promise<string>
  /** To call before the database is closed: from now on no failed reading is logged. */
  end(): void
  readonly contentType: string
}

/** Around the limits that the phones have: 10 s for an update, 15 s for an order. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export function createMetrics(
  { db, connections }: Pick<Database, 'db' | 'connections'>,
  log: Pick<Log, 'error'>,
): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry, prefix: 'veni_' })
  const calls = new Histogram({
    name: 'veni_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  addRepeats(registers)
  addConnections(registers, connections)
  const end = addWorkFigures(registers, db, log)
  return {
    countCall: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status }, seconds),
    read: () => registry.metrics(),
    end,
    contentType: registry.contentType,
  }
}

function addRepeats(registers: Registry[]): void {
  const name = 'veni_transaction_repeats_total'
  const help =
    'Transactions that were run again, because PostgreSQL had ended them in favour of another one.'
  new Counter({
    name,
    help,
    registers,
    collect() {
      this.reset()
      this.inc(repeatedTransactions.count)
    },
  })
}

function addConnections(registers: Registry[], connections: () => ConnectionCounts): void {
  new Gauge({
    name: 'veni_database_connections',
    help: 'Connections to the database: `open`, `idle` of these, and calls `waiting` for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}
