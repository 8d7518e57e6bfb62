/** A phone with everything around it that is its own: its runner, its network, its disk, and what fails there. */
import { createHash } from 'node:crypto'
import type { Deal } from '@veni/domain/deal'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { VirtualClock } from './clock.ts'
import { Cookies } from './cookies.ts'
import { PhoneCaches } from './cache-storage.ts'
import { createCustomerList } from './customer-list.ts'
import { createDisk } from './disk.ts'
import { type ExpectedState, newExpectedState, noteReplies, noteStored } from './expected-state.ts'
import { noteWrite } from './expected-losses.ts'
import { createFaultPlan, type FaultPlan } from './fault-plan.ts'
import { otherPhones } from './faults.ts'
import { Network } from './network.ts'
import { Pauses } from './pauses.ts'
import { type Customers, otherThan, PHONES, type Who } from './people.ts'
import { clearPhone } from './clear-phone.ts'
import { whileBusy } from './idle.ts'
import { Phone } from './phone.ts'
import { findPhone } from './phone-apps.ts'
import { createPriceList } from './prices.ts'
import { bytesFrom, type Random } from './random.ts'
import { noteReport } from './reports.ts'
import { Runner } from './runner.ts'
import { listSealedEntries } from './phone-stores.ts'
import type { Server } from './server.ts'
import type { PhoneShift } from './shift.ts'
import type { StoresShift } from './stores-shift.ts'
import { createStoredRows } from './stored-rows.ts'
import { currentTab } from './tab.ts'
import { checkTruth } from './truth.ts'

export interface Surroundings {
  readonly clock: VirtualClock
  readonly server: Server
  readonly trace: (...parts: unknown[]) => void
  /** Of each actor, by its name. */
  readonly randomOf: (actor: string) => Random
  readonly customers: Customers
}

/** All phones of a run, with their surroundings. */
export interface AllPhones extends Surroundings {
  readonly phones: readonly PhoneInUse[]
}

export interface PhoneInUse {
  readonly phone: Phone
  readonly network: Network
  readonly cookies: Cookies
  /** To whom the phone belongs. */
  readonly runner: Runner
  /** The other one, who may borrow it. */
  readonly guest: Runner
  /** Who has worked with the phone. */
  readonly users: Set<Who>
  /** What each of them had on the phone at the end. */
  readonly finalRows: {
    readonly deals: Deal[]
    readonly waiting: OutboxEntry[]
    /** Ids of the entries that the app calls lost. */
    readonly lost: string[]
  }
  readonly plan: FaultPlan
  readonly expected: ExpectedState
  readonly hasLocks: boolean
  readonly name: string
  /** To be called after each write that was not one of the app. */
  readonly noteWritten: () => void
  /** Gives the app the parts of a browser again that this run has replaced. */
  readonly end: () => void
}

/** @param at of the phone, from 0 */
export async function takePhone(
  at: number,
  shift: PhoneShift & StoresShift,
  surroundings: Surroundings,
): Promise<PhoneInUse> {
  const { server, randomOf } = surroundings
  const { who, hasLocks, hasCopies } = shift
  const loaded = findPhone(at)
  await clearPhone(loaded)
  const name = `phone ${at + 1}`
  const randomIn = (actor: string) => randomOf(`${actor} of ${name}`)
  const plan = createFaultPlan(shift)
  if (at > 0) plan.count(otherPhones[who])
  const expected = newExpectedState()
  const common = { ...surroundings, plan, name, who, hasLocks, expected, cookies: new Cookies() }
  const network = connect(common, randomIn('network'), () => phone.signIns.signOuts)
  const random = randomIn('Cache Storage')
  const phone: Phone = new Phone({
    ...common,
    caches: hasCopies ? new PhoneCaches({ ...common, random }) : undefined,
    loaded,
    fetch: (url, init) => network.fetch(url, init),
    onHalfOpened: async (user) => {
      const ids = await whileBusy(listSealedEntries(loaded.parts.indexedDB, PHONES[user]))
      for (const id of ids) expected.overtaken.add(id)
    },
  })
  const createRunner = (actor: string, whoIs: Who) =>
    new Runner({ ...common, ...listsOf(actor, server, randomIn), who: whoIs, phone })
  return {
    ...common,
    phone,
    network,
    runner: createRunner('runner', who),
    guest: createRunner('guest', otherThan(who)),
    users: new Set([who]),
    finalRows: { deals: [], waiting: [], lost: [] },
    ...provideParts(phone, common, randomIn('disk')),
  }
}

type ConnectedParts = Surroundings & Pick<PhoneInUse, 'plan' | 'expected' | 'cookies'>

function connect(parts: ConnectedParts, random: Random, signOuts: () => number): Network {
  const { expected, clock } = parts
  return new Network({
    ...parts,
    random,
    pauses: new Pauses({ ...parts, signOuts }),
    onReply: (keys, status) => noteReplies(expected, keys, status, clock.now()),
    onTaken: (request, reply) => noteReport(expected.reports, request, reply, clock.now()),
  })
}

/** What a runner sees of the office, each one at other moments. */
const listsOf = (actor: string, server: Server, randomIn: (actor: string) => Random) => ({
  random: randomIn(actor),
  camera: randomIn(`camera of ${actor}`),
  customerList: createCustomerList(server, randomIn(`customer list of ${actor}`)),
  priceList: createPriceList(server.db, randomIn(`price list of ${actor}`)),
})

function provideParts(
  phone: Phone,
  parts: ConnectedParts & { readonly name: string },
  random: Random,
) {
  const { name, randomOf, expected } = parts
  const checks = createChecks(phone, expected, parts)
  const environment = createEnvironment(phone, name, randomOf)
  const disk = createDisk({ ...parts, random, ...checks })
  // Pages and worker have the same disk.
  const restores = [phone.app, phone.workerApp].flatMap((app) => [
    app.provideEnvironment(environment),
    app.provideAroundTransaction(disk),
  ])
  const end = () => {
    for (const restore of restores) restore()
    phone.takeParts()
  }
  return { end, noteWritten: () => checks.noteWritten(['outbox', 'deals']) }
}

/** Of each commit of the phone. */
function createChecks(phone: Phone, expected: ExpectedState, parts: ConnectedParts) {
  const { server, clock, plan } = parts
  const { noteWritten, ...rows } = createStoredRows(phone)
  const check = async () => {
    noteWrite(expected, clock.now(), plan)
    noteStored(expected, await rows.entries())
    await checkTruth(expected, await rows.deals(), { server, now: clock.now() })
  }
  return { noteWritten, check }
}

/** Computes the digest at once, because a real digest ends at an unknown moment. */
const createEnvironment = (phone: Phone, name: string, randomOf: Surroundings['randomOf']) => ({
  now: () => phone.time(),
  randomBytes: (count: number) =>
    bytesFrom(randomOf(`ids of ${currentTab()?.name ?? name}`), count),
  sha256: (bytes: ArrayBuffer) => {
    const digest = createHash('sha256').update(new Uint8Array(bytes)).digest()
    return Promise.resolve(Uint8Array.from(digest).buffer)
  },
  // The server would decompress in a thread, which ends at an unknown moment.
  gzip: undefined,
})
