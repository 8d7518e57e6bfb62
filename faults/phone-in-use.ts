/** A phone with everything around it that is its own: its runner, its network, its disk, and what fails there. */
import { createHash } from 'node:crypto'
import type { VirtualClock } from './clock.ts'
import { createCustomerList } from './customer-list.ts'
import { createDisk } from './disk.ts'
import { type ExpectedState, newExpectedState, noteReplies, noteStored } from './expected-state.ts'
import { createFaultPlan, type FaultPlan, otherPhones } from './faults.ts'
import { Network } from './network.ts'
import type { Customers } from './people.ts'
import { clearPhone, Phone } from './phone.ts'
import { findPhone } from './phone-apps.ts'
import { createPriceList } from './prices.ts'
import { bytesFrom, type Random } from './random.ts'
import { Runner } from './runner.ts'
import type { Server } from './server.ts'
import type { PhoneShift } from './shift.ts'
import { createStoredRows } from './stored-rows.ts'
import { currentTab, inTab } from './tab.ts'
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
  readonly runner: Runner
  readonly plan: FaultPlan
  readonly expected: ExpectedState
  readonly hasLocks: boolean
  readonly name: string
  /** Gives the app the parts of a browser again that this run has replaced. */
  readonly end: () => void
}

/** @param at of the phone, from 0 */
export async function takePhone(
  at: number,
  { who, hasLocks, networkFaults, storageFaults }: PhoneShift,
  surroundings: Surroundings,
): Promise<PhoneInUse> {
  const { clock, server, randomOf } = surroundings
  const loaded = findPhone(at)
  await clearPhone(loaded)
  const name = `phone ${at + 1}`
  const randomIn = (actor: string) => randomOf(`${actor} of ${name}`)
  const plan = createFaultPlan(networkFaults, storageFaults)
  if (at > 0) plan.count(otherPhones[who])
  const expected = newExpectedState()
  const customerList = createCustomerList(server, randomIn('customer list'))
  const priceList = createPriceList(server.db, randomIn('price list'))
  const common = { ...surroundings, plan, name, who, hasLocks, customerList, priceList }
  const phone: Phone = new Phone({
    ...common,
    loaded,
    fetch: (url, init) => network.fetch(url, init),
    timeout: (ms) => timeoutIn(clock, ms),
  })
  const network: Network = new Network({
    ...common,
    random: randomIn('network'),
    cookie: () => phone.cookie,
    onReply: (keys, status) => noteReplies(expected, keys, status, clock.now()),
  })
  const runner = new Runner({ ...common, random: randomIn('runner'), phone, expected })
  const random = randomIn('disk')
  const restores = [
    loaded.app.provideEnvironment(createEnvironment(phone, name, randomOf)),
    loaded.app.provideAroundTransaction(
      createDisk({ ...common, random, ...createChecks(phone, expected, surroundings) }),
    ),
  ]
  const end = () => restores.forEach((restore) => restore())
  return { ...common, phone, network, runner, expected, end }
}

/** Of each commit of the phone. */
function createChecks(phone: Phone, expected: ExpectedState, { server, clock }: Surroundings) {
  const { noteWritten, ...rows } = createStoredRows(phone)
  const check = async () => {
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
})

function timeoutIn(clock: VirtualClock, ms: number): AbortSignal {
  const controller = new AbortController()
  const tab = currentTab()
  const abort = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
  clock.after(ms, () => (tab ? inTab(tab, abort) : abort()))
  return controller.signal
}
