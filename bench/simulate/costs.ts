/** What one event of each kind costs: processor time, rows and bytes. */
import { readProcessorSeconds, readThreadSeconds, type Program } from '../server/process.ts'
import { calls, sentCalls, type Sender } from './calls.ts'
import { type Kind, KINDS } from './day.ts'
import { readDatabaseBytes, readDatabaseSeconds, readStoredRows } from './database.ts'

/** Of one event, processor time in ms. */
export interface Cost {
  readonly server: number
  /** Of the server, the part of its main thread. */
  readonly thread: number
  readonly database: number
  /** Of the program that sends the events. On one machine it takes its part. */
  readonly sender: number
  /** Of it, the part of its main thread. */
  readonly senderThread: number
  /** Requests to the server. */
  readonly calls: number
  /** Bytes and rows that the database has grown by. */
  readonly databaseBytes: number
  readonly databaseRows: number
}
export type Costs = Readonly<Record<Kind, Cost>>

interface Parts {
  readonly program: Program
  readonly databaseUrl: string
  readonly senders: readonly Sender[]
}

/** How many events are sent at the same time. More of them would only wait. */
const AT_ONCE = 8
const WARM_UP = 100

/** @param events of each kind; more of them make the figures steadier */
export async function measureCosts(parts: Parts, events: number): Promise<Costs> {
  const costs: Partial<Record<Kind, Cost>> = {}
  for (const kind of KINDS) {
    await run(kind, parts, WARM_UP)
    costs[kind] = await measure(kind, parts, events)
  }
  return costs as Costs
}

async function measure(kind: Kind, parts: Parts, events: number): Promise<Cost> {
  const { program, databaseUrl } = parts
  const read = async () => ({
    server: program.processorSeconds(),
    thread: program.threadSeconds(),
    database: await readDatabaseSeconds(databaseUrl),
    sender: readProcessorSeconds(process.pid),
    senderThread: readThreadSeconds(process.pid),
    calls: sentCalls.count,
    databaseBytes: await readDatabaseBytes(databaseUrl),
    databaseRows: await readStoredRows(databaseUrl),
  })
  const before = await read()
  await run(kind, parts, events)
  const after = await read()
  const msOf = (part: 'server' | 'thread' | 'database' | 'sender' | 'senderThread') =>
    ((after[part] - before[part]) / events) * 1_000
  return {
    server: msOf('server'),
    thread: msOf('thread'),
    database: msOf('database'),
    sender: msOf('sender'),
    senderThread: msOf('senderThread'),
    calls: (after.calls - before.calls) / events,
    databaseBytes: (after.databaseBytes - before.databaseBytes) / events,
    databaseRows: (after.databaseRows - before.databaseRows) / events,
  }
}

/** Sends events, each of another runner than those at the same time. */
async function run(kind: Kind, { program, senders }: Parts, events: number): Promise<void> {
  let next = 0
  const work = async () => {
    for (let at = next++; at < events; at = next++) {
      const sender = senders[at % senders.length]
      if (sender) await calls[kind](program.url, sender)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
