/** Five phones, their deals, and an office that restores backups of every age. */
import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'
import type { OfficeBackup } from '../backup.ts'
import { type ExpectedState, newExpectedState } from '../expected-state.ts'
import { type FinalPhone, readFinalOffice } from '../final-state.ts'
import { findViolations } from '../invariants.ts'
import type { DealAction } from '../make-deal.ts'
import { findPhone } from '../phone-apps.ts'
import { between, createRandom, type Random } from '../random.ts'
import type { Server } from '../server.ts'
import { outsideTabs } from '../tab.ts'
import { Office } from './office.ts'
import { Phone } from './phone.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The ages of the backups in ms, by their names. */
export const AGES: Readonly<Record<string, number>> = {
  '1 minute': MINUTE_MS,
  '10 minutes': 10 * MINUTE_MS,
  '1 hour': HOUR_MS,
  '6 hours': 6 * HOUR_MS,
  '1 day': DAY_MS,
  '2 days': 2 * DAY_MS,
  '7 days': 7 * DAY_MS,
  '13 days': 13 * DAY_MS,
  '15 days': 15 * DAY_MS,
  '29 days': 29 * DAY_MS,
  '30 days': 30 * DAY_MS,
}

/** Two phones are of one runner. */
const NUMBERS = ['9000000011', '9000000011', '9000000012', '9000000013', '9000000014'] as const

/** SENT_PHOTO_DAYS of the server. */
const PHOTO_MS = 14 * DAY_MS

/** A phone compares every 15 minutes. */
const REGULARLY_MS = 16 * MINUTE_MS

interface RestoreOptions {
  readonly dealsDuring: number
  readonly hasSessions: boolean
}

interface PhoneInUse {
  readonly phone: Phone
  readonly number: string
  readonly expected: ExpectedState
}

const KINDS = ['upi', 'cash', 'settlement'] as const

export class Scenario {
  /** The visits whose photos neither the phone nor the restored office has. */
  readonly lostPhotos = new Set<string>()
  readonly #office: Office
  readonly #phones: readonly PhoneInUse[]
  readonly #customers = new Map<string, string[]>()
  readonly #backups = new Map<number, { readonly made: OfficeBackup; readonly at: number }>()
  /** When each deal was received last, in ms, by its visit. */
  readonly #receivedAt = new Map<string, number>()
  readonly #random = createRandom(18)
  #made = 0

  private constructor(office: Office, phones: readonly PhoneInUse[]) {
    this.#office = office
    this.#phones = phones
  }

  static async open(server: Server): Promise<Scenario> {
    const office = new Office(server)
    const phones = await Promise.all(NUMBERS.map((number, at) => openPhone(number, at, office)))
    return new Scenario(office, phones)
  }

  get dealsMade() {
    return this.#made
  }

  /**
   * Makes a backup of each age, and deals that the office receives after it.
   * @param now when the backups have these ages, in ms since 1970; earlier than that the clock must be
   */
  async makeHistory(now: number, ages: readonly number[], dealsAfterEach: number): Promise<void> {
    await this.#office.server.clear(Date.now, this.#random)
    for (const number of new Set(NUMBERS))
      this.#customers.set(number, await this.#office.addRunner(number, 30))
    await this.#office.addOtherRunner(50)
    for (const age of ages.toSorted((one, other) => other - one)) {
      vi.setSystemTime(now - age)
      await this.#settle()
      this.#backups.set(age, { made: await this.#office.server.backUp(), at: Date.now() })
      await this.#office.placeOtherOrder()
      await this.makeDeals(dealsAfterEach)
      await this.#settle()
    }
    vi.setSystemTime(now)
    // Each phone compares, and deletes what is too old.
    await this.makeDeals(NUMBERS.length + 1)
    await this.#settle()
  }

  /** Each deal is made by the next phone. Resolves when the phones have stored them, and have begun to send. */
  async makeDeals(count: number): Promise<void> {
    const making = Array.from({ length: count }, async () => {
      const one = this.#phones[this.#made % this.#phones.length]
      const customerId = this.#customers.get(one?.number ?? '')?.shift()
      const action = newAction(this.#made, this.#random)
      this.#made += 1
      const made = await one?.phone.makeDeal(action, customerId ?? '')
      if (made) one?.expected.visits.set(made.id, made)
    })
    await Promise.all(making)
  }

  /**
   * Restores the backup of this age while the phones send so many new deals.
   * @param hasSessions whether the restored database has the sessions still, as after a recovery to a point in time: a
   * phone without work then notices the restore by its regular comparison
   */
  async restore(age: number, { dealsDuring, hasSessions }: RestoreOptions): Promise<void> {
    const backup = this.#backups.get(age)
    if (!backup) throw new Error(`There is no backup of ${age} ms`)
    for (const [visitId, receivedAt] of this.#receivedAt)
      if (receivedAt >= backup.at && receivedAt < Date.now() - PHOTO_MS)
        this.lostPhotos.add(visitId)
    const making = this.makeDeals(dealsDuring)
    await wait(between(this.#random, 0, 150))
    await this.#office.restore(backup.made, async () => {
      if (hasSessions) await Promise.all(this.#phones.map(({ phone }) => phone.continueSession()))
      await this.#office.placeOtherOrder()
    })
    await making
    if (hasSessions) vi.setSystemTime(Date.now() + REGULARLY_MS)
    else await Promise.all(this.#phones.map(({ phone }) => phone.signIn()))
    await this.#settle(backup.at)
  }

  /**
   * Waits until the phones have nothing left to do.
   * @param changedSince what the office received since then, in ms since 1970, it has received again
   */
  async #settle(changedSince = Infinity): Promise<void> {
    const epoch = await this.#office.readEpoch()
    await Promise.all(this.#phones.map(({ phone }) => untilSettled(phone, epoch)))
    for (const visitId of this.#phones.flatMap(({ expected }) => [...expected.visits.keys()]))
      if (
        (this.#receivedAt.get(visitId) ?? Infinity) >= changedSince ||
        !this.#receivedAt.has(visitId)
      )
        this.#receivedAt.set(visitId, Date.now())
  }

  /** @returns in sentences what is lost, doubled or changed */
  async findViolations(): Promise<string[]> {
    const { server, isOfOther } = this.#office
    const office = await readFinalOffice(server)
    const phones = await Promise.all(this.#phones.map(readFinalPhone))
    const waiting = phones.flatMap((phone) => phone.waiting.map(({ visitId }) => visitId ?? ''))
    const otherRows = await this.#office.readOtherRows()
    return [
      ...findViolations({
        ...office,
        phones,
        orders: office.orders.filter((order) => !isOfOther(order)),
        customers: office.customers.filter((customer) => !isOfOther(customer)),
      }),
      ...difference('photos lost', waiting, [...this.lostPhotos]),
      ...difference('rows of the other runner', otherRows, this.#office.otherRows),
      ...server.faults.map(String),
    ]
  }

  close(): Promise<void> {
    return this.#office.server.close()
  }
}

async function openPhone(number: string, at: number, office: Office): Promise<PhoneInUse> {
  const expected = newExpectedState()
  const phone = await Phone.open({
    loaded: findPhone(at),
    number,
    random: createRandom(at),
    fetch: (...call) => office.answer(...call),
    signIn: () => outsideTabs(() => office.server.signInWith(number)),
    onStored: (entry) => void expected.stored.set(entry.id, entry),
  })
  return { phone, number, expected }
}

const readFinalPhone = async ({ phone, number, expected }: PhoneInUse): Promise<FinalPhone> => ({
  name: number,
  mayLosePhotos: true,
  clockErrors: [0],
  wasFrozen: false,
  stores: undefined,
  expected,
  // These phones keep their storage.
  lost: [],
  ...(await phone.readFinal()),
})

/** In real ms: how long a phone gets before it is woken again, and until it must have sent everything. */
const WAKE_AFTER_MS = 30
const SETTLE_LIMIT_MS = 120_000

/** Wakes a phone, and signs it in where it asks for it, until it has nothing left to do. */
async function untilSettled(phone: Phone, epoch: string): Promise<void> {
  const limit = performance.now() + SETTLE_LIMIT_MS
  while (!(await phone.isSettled(epoch))) {
    if (performance.now() > limit) throw new Error('A phone does not come to its end')
    if (phone.isSignInAsked) await phone.signIn()
    await phone.wake()
    await wait(WAKE_AFTER_MS)
  }
}

function newAction(number: number, random: Random): DealAction {
  const kind = KINDS[number % KINDS.length]
  const deal = {
    customer: 0,
    contents: {
      milligrams: [1, 2, 3].map(() => between(random, 20_000, 3_000_000)),
      pieces: [number % 3, 1, number % 2],
    },
    taps: 1,
    sendsPhotosAtOnce: false,
  }
  return kind === 'settlement' || kind === undefined
    ? { kind: 'settlement', deliveredAfter: undefined, ...deal }
    : { kind: 'cash payment', payoutMethod: kind, paise: between(random, 1, 500_000), ...deal }
}

function difference(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const [one, other] = [found.toSorted().join('\n'), expected.toSorted().join('\n')]
  return one === other ? [] : [`${what}: ${one} instead of ${other}`]
}
