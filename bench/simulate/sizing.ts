/** Writes what the simulation found into docs/operations.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../scripts/process/repository.mjs'
import { table } from '../server/tables.ts'
import type { Cost, Costs } from './costs.ts'
import { KINDS, type Kind } from './day.ts'
import type { Saturated } from './predict.ts'

/** What many runners need. */
export interface Needs {
  readonly runners: number
  /** In a day. */
  readonly deals: number
  /** In a second of the busiest minutes. */
  readonly events: number
  readonly calls: number
  /** Processors that are busy in these minutes. */
  readonly server: number
  readonly database: number
  readonly processes: number
  /** That the database gains in a day. */
  readonly rows: number
  readonly databaseBytes: number
  readonly photoBytes: number
}

/** What one machine serves in the busiest minutes. */
export interface Limit {
  readonly processors: number
  /** From the costs of the events. */
  readonly predicted: Saturated
  /** Runners that were played. */
  readonly measured: number
  /** Of an event, with 60 % of these runners, in ms. */
  readonly p50: number
  readonly p99: number
}

const PAGE = at('docs/operations.md')

const kinds: Readonly<Record<Kind, string>> = {
  open: 'the app is opened: list, products, prices, ping',
  refresh: 'an unchanged list, and a ping',
  deal: 'a whole deal, and the comparison after it',
  photo: 'a photo of 108 KB in two parts, and its receipt',
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })

const toCost = ({ calls, server, thread, database, databaseRows, databaseBytes }: Cost) => [
  number(calls, 1),
  number(server, 2),
  number(thread, 2),
  number(database, 2),
  number(databaseRows, 1),
  number(databaseBytes),
]

const MB = 1e6
const GB = 1e9
const size = (bytes: number) =>
  bytes < GB ? `${number(bytes / MB)} MB` : `${number(bytes / GB)} GB`

const toNeeds = (needs: Needs) => [
  number(needs.runners),
  number(needs.deals),
  number(needs.events, 1),
  number(needs.calls, 1),
  number(needs.server, 2),
  number(needs.processes),
  number(needs.database, 2),
  number(needs.rows),
  size(needs.databaseBytes),
  size(needs.photoBytes),
]

/** Replaces the tables of the page. */
export function writeSizing(costs: Costs, needs: readonly Needs[], limit: Limit): void {
  const text = [
    table(
      [
        'what a phone does',
        'calls',
        'server, ms',
        'its main thread, ms',
        'PostgreSQL, ms',
        'rows',
        'bytes in the database',
      ],
      KINDS.map((kind) => [kinds[kind], ...toCost(costs[kind])]),
    ),
    table(
      [
        'runners',
        'deals a day',
        'events a second',
        'calls a second',
        'processors of servers',
        'server processes',
        'processors of PostgreSQL',
        'rows a day',
        'database, a day',
        'photos, a day',
      ],
      needs.map(toNeeds),
    ),
    describe(limit),
  ].join('\n\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', after = ''] = page.split(/<!-- sizing -->[^]*<!-- end of sizing -->/)
  writeFileSync(PAGE, `${before}<!-- sizing -->\n\n${text}\n\n<!-- end of sizing -->${after}`)
}

const describe = ({ processors, predicted, measured, p50, p99 }: Limit) =>
  `One machine of ${processors} processors, with server, PostgreSQL and the simulated phones, served ${number(measured)} runners in the busiest minutes. The costs predicted ${number(predicted.runners)}, ${number(predicted.runners / measured, 2)} times as many, with which ${predicted.busy} would be busy all the time. With 60 % of them an event took ${number(p50)} ms (median) and ${number(p99)} ms (p99, with what had waited without network).`
