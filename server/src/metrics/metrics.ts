import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionCounts, Database } from '../db/client.ts'
import { repeatedTransactions } from '../db/transact.ts'
import { readWorkFigures, type WorkFigures } from './store.ts'

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
  /** In the text format of Prometheus. Without the figures of the database while it does not answer. */
  read(): Promise<string>
  readonly contentType: string
}

/** Around the limits that the phones have: 10 s for an update, 15 s for an order. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export function createMetrics({ db, connections }: Pick<Database, 'db' | 'connections'>): Metrics {
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
  addWorkFigures(registers, db)
  return {
    countCall: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status }, seconds),
    read: () => registry.metrics(),
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

const DAY_MS = 86_400_000
/** Every server answers a scrape each few seconds, and the figures change slowly. */
const FIGURES_FOR_MS = 30_000
const MOST_WAIT_MS = 2_000

const workGauges = {
  settlements: [
    'veni_settlements_last_day',
    'Settlements that were received in the last 24 hours.',
  ],
  payments: ['veni_payments_last_day', 'Cash payments that were received in the last 24 hours.'],
  pendingPhotos: [
    'veni_photos_pending_last_day',
    'Photos of the deals of the last 24 hours that the server does not have of their runner, or has lost.',
  ],
  unsentPhones: ['veni_phones_with_unsent_work', 'Phones whose last report names unsent work.'],
  unsentDeals: ['veni_unsent_deals', 'Deals that phones had not sent at their last report.'],
  oldestUnsentS: [
    'veni_oldest_unsent_work_seconds',
    'Age of the oldest unsent work, by the clock of its phone; 0 without unsent work.',
  ],
  numbersUsed: [
    'veni_numbers_used_ratio',
    'Part of the numbers for new rows that is used, in the table that has used the largest part.',
  ],
} as const satisfies Record<keyof WorkFigures, readonly [name: string, help: string]>

/** Figures of the whole database: each server has the same ones. They are absent while the database does not answer. */
function addWorkFigures(registers: Registry[], db: Database['db']): void {
  let readAt = -Infinity
  let figures: Promise<WorkFigures | undefined> = Promise.resolve(undefined)
  const read = () => {
    if (performance.now() - readAt > FIGURES_FOR_MS) {
      readAt = performance.now()
      const reading = readWorkFigures(db, new Date(Date.now() - DAY_MS)).catch(() => undefined)
      // A frozen database must not hold up the figures of the process.
      figures = Promise.race([reading, wait(MOST_WAIT_MS, undefined, { ref: false })])
    }
    return figures
  }
  for (const [figure, [name, help]] of Object.entries(workGauges))
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await read()
        if (found) this.set(found[figure as keyof WorkFigures])
        else this.remove()
      },
    })
}
