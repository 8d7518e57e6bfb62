import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import type { Log } from '../log.ts'
import { type DealFigures, type PhoneFigures, readDealFigures, readPhoneFigures } from './store.ts'

const DAY_MS = 86_400_000
const MOST_WAIT_MS = 2_000

type Described<TFigures> = Readonly<Record<keyof TFigures, readonly [name: string, help: string]>>

const ofDeals: Described<DealFigures> = {
  settlements: [
    'veni_settlements_last_day',
    'Settlements that were received in the last 24 hours.',
  ],
  toDeliver: [
    'veni_settlements_to_deliver_last_day',
    'Settlements of the last 24 hours whose items are not delivered.',
  ],
  payments: ['veni_payments_last_day', 'Cash payments that were received in the last 24 hours.'],
  pendingPhotos: [
    'veni_photos_pending_last_day',
    'Photos of the deals of the last 24 hours that the server does not have of their runner, or has lost.',
  ],
}

const ofPhones: Described<PhoneFigures> = {
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
}

/** Monotonic time in ms. */
type Clock = () => number

/**
 * Figures of the whole database: each server has the same ones. They are absent until they were read once, and then stay
 * until newer ones are read; their age is a figure of its own.
 * @returns ends the log of their failures: a reading that runs when the database is closed is no failure
 */
export function addWorkFigures(
  registers: Registry[],
  db: Db,
  log: Pick<Log, 'error'>,
  clock: Clock = () => performance.now(),
): () => void {
  let isEnded = false
  const logFailure = (error: unknown) => {
    if (!isEnded) log.error('The figures of the whole database cannot be read', error)
  }
  const readDeals = () => readDealFigures(db, new Date(Date.now() - DAY_MS))
  const groups = {
    deals: rereadAfter({ read: readDeals, leastMs: 60_000, logFailure, clock }),
    phones: rereadAfter({ read: () => readPhoneFigures(db), leastMs: 30_000, logFailure, clock }),
  }
  addGauges(registers, ofDeals, groups.deals)
  addGauges(registers, ofPhones, groups.phones)
  new Gauge({
    name: 'veni_figures_age_seconds',
    help: 'Age of the figures of the whole database: of `deals`, and of `phones` and the numbers.',
    labelNames: ['figures'],
    registers,
    async collect() {
      await Promise.all(
        Object.entries(groups).map(async ([figures, group]) => {
          const { readAt } = (await group()) ?? {}
          if (readAt !== undefined) this.set({ figures }, (clock() - readAt) / 1_000)
        }),
      )
    },
  })
  return () => void (isEnded = true)
}

function addGauges<TFigures extends Readonly<Record<keyof TFigures, number>>>(
  registers: Registry[],
  described: Described<TFigures>,
  group: () => Promise<Known<TFigures> | undefined>,
): void {
  for (const figure of Object.keys(described) as (keyof TFigures)[]) {
    const [name, help] = described[figure]
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const known = await group()
        if (known) this.set(known.figures[figure])
        else this.remove()
      },
    })
  }
}

interface Known<TFigures> {
  readonly figures: TFigures
  /** By the clock. */
  readonly readAt: number
}

interface Reading<TFigures> {
  readonly read: () => Promise<TFigures>
  /** From the end of one reading to the start of the next, at least. */
  readonly leastMs: number
  readonly logFailure: (error: unknown) => void
  readonly clock: Clock
}

/** After a reading its group pauses so many times as long as it took: each group uses 1 % of one connection. */
const PAUSES = 99
/** An alert needs figures of the last hours: a reading of more than 36 s uses more than 1 %. */
const MOST_PAUSE_MS = 3_600_000
/** A database that has not answered soon answers again sooner than that: until then a group uses 10 %. */
const PAUSES_AFTER_FAILURE = 9

/**
 * Returns the figures of the last reading, and reads again in the background when the pause is over. Before the first
 * reading has ended it waits for it, two seconds at most: a frozen database must not hold up the other metrics.
 */
function rereadAfter<TFigures>({ read, leastMs, logFailure, clock }: Reading<TFigures>) {
  let known: Known<TFigures> | undefined
  let reading: Promise<void> | undefined
  let nextAt = -Infinity

  async function readOnce(): Promise<void> {
    const startedAt = clock()
    let pauses = PAUSES
    try {
      known = { figures: await read(), readAt: startedAt }
    } catch (error) {
      pauses = PAUSES_AFTER_FAILURE
      logFailure(error)
    }
    const endedAt = clock()
    nextAt = endedAt + Math.max(leastMs, Math.min(MOST_PAUSE_MS, pauses * (endedAt - startedAt)))
    reading = undefined
  }

  return async (): Promise<Known<TFigures> | undefined> => {
    if (!reading && clock() >= nextAt) reading = readOnce()
    if (!known && reading)
      await Promise.race([reading, wait(MOST_WAIT_MS, undefined, { ref: false })])
    return known
  }
}
