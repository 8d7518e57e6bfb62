/** One run: a shift with its faults, then a time without faults, then the check of the invariants. */
import { createHash } from 'node:crypto'
import { describeTables } from '../server/test/setup/all-tables.ts'
import { provideEnvironment } from '../web/src/lib/environment.ts'
import { isOnItsWay } from '../web/src/outbox/entries.ts'
import { listEntries } from '../web/src/outbox/stores/entry-store.ts'
import { LEASE_MS } from '../web/src/outbox/passes/lease.ts'
import { LONGEST_WAIT_MS } from '../web/src/outbox/passes/retry-policy.ts'
import { provideAroundTransaction } from '../web/src/storage/around-transaction.ts'
import { createClock, type VirtualClock } from './clock.ts'
import { createDisk } from './disk.ts'
import { newExpectedState, noteReplies, noteStored } from './expected-state.ts'
import { createFaultPlan, type EventName, type FaultName } from './faults.ts'
import { untilIdle } from './idle.ts'
import { findViolations, readFinalState } from './invariants.ts'
import { Network } from './network.ts'
import { clearPhone, Phone } from './phone.ts'
import { bytesFrom, createRandoms, type Random } from './random.ts'
import { replaceRealSources } from './real-sources.ts'
import { Runner } from './runner.ts'
import { PHONES } from './people.ts'
import type { Server } from './server.ts'
import type { Shift } from './shift.ts'
import { currentTab, inTab, kill } from './tab.ts'
import { checkTruth } from './truth.ts'

export interface RunReport {
  /** Sentences; none when all invariants hold. */
  readonly violations: readonly string[]
  readonly faults: ReadonlyMap<FaultName, number>
  readonly trace: readonly string[]
  /** What the phone and the server have in the end, a line for each row. */
  readonly rows: readonly string[]
  /** SHA-256 of trace and rows: the same seed gives the same hash. */
  readonly hash: string
}

/** The virtual time after the last fault in which the server must receive everything. */
const DELIVERY_LIMIT_MS = 60_000
const STARTS_AT = Date.parse('2026-11-21T03:30:00Z')

type Run = Awaited<ReturnType<typeof composeRun>>

/** @param startsAt of the shift in virtual time, in ms since 1970 */
export async function runShift(
  shift: Shift,
  server: Server,
  startsAt = STARTS_AT,
): Promise<RunReport> {
  const run = await composeRun(shift, server, startsAt)
  await makeActions(shift, run)
  await deliverAll(shift, run)
  const isFull = (run.plan.counts.get('disk full') ?? 0) > 0
  const mayLosePhotos = isFull && run.expected.restoredAt > 0
  const state = await readFinalState(run.expected, server, { mayLosePhotos })
  const violations = [...findViolations(state), ...server.faults.map(String)]
  const rows = [
    // The epoch comes from the real source of random numbers.
    ...[...state.deals, ...state.waiting].map(
      (row) => `phone ${JSON.stringify({ ...row, epoch: undefined })}`,
    ),
    ...(await describeTables(server.db)),
  ]
  run.phone.turnOff()
  await untilIdle()
  run.end()
  const lines = [...run.trace, ...rows].join('\n')
  const hash = createHash('sha256').update(lines).digest('hex')
  return { violations, faults: run.plan.counts, trace: run.trace, rows, hash }
}

/** The one place where the simulation composes the app, the phone and everything around them. */
async function composeRun(shift: Shift, server: Server, startsAt: number) {
  const trace: string[] = []
  const clock = createClock(startsAt)
  const note = (...parts: unknown[]) =>
    void trace.push([clock.now() - startsAt, ...parts].join(' ').trimEnd())
  const randomOf = createRandoms(shift.random)
  const restoreRealSources = replaceRealSources(clock, randomOf('libraries'))
  const plan = createFaultPlan(shift.networkFaults, shift.storageFaults)
  const expected = newExpectedState()
  const customers = await server.clear(clock.now, randomOf('server'))
  if (isRestored(shift)) await server.backUp()
  await clearPhone()
  const common = { clock, plan, server, trace: note }
  const phone: Phone = new Phone({
    ...common,
    randomOf,
    hasLocks: shift.hasLocks,
    fetch: (url, init) => network.fetch(url, init),
    timeout: (ms) => timeoutIn(clock, ms),
  })
  const network: Network = new Network({
    ...common,
    random: randomOf('network'),
    cookie: () => phone.cookie,
    onReply: (keys) => noteReplies(expected, keys, clock.now()),
  })
  const random = randomOf('runner')
  const runner = new Runner({ ...common, random, phone, expected, customers })
  const onWritten = async () => {
    noteStored(expected, await listAllEntries())
    await checkTruth(expected, server, clock.now())
  }
  const restores = [
    provideEnvironment(createEnvironment(() => phone.time(), randomOf)),
    provideAroundTransaction(createDisk({ ...common, random: randomOf('disk'), onWritten })),
    restoreRealSources,
  ]
  const end = () => restores.forEach((restore) => restore())
  return { ...common, randomOf, phone, network, runner, expected, trace, note, end }
}

/** Only then the office needs its backup of the start. */
const isRestored = ({ moments }: Shift) =>
  moments.some(({ action }) => action.kind === 'event' && action.event === 'office restores')

const listAllEntries = async () =>
  (await Promise.all(Object.values(PHONES).map(listEntries))).flat()

/** Computes the digest at once, because a real digest ends at an unknown moment. */
const createEnvironment = (now: () => number, randomOf: (actor: string) => Random) => ({
  now,
  randomBytes: (count: number) =>
    bytesFrom(randomOf(`ids of ${currentTab()?.name ?? 'the phone'}`), count),
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

async function makeActions({ moments }: Shift, run: Run): Promise<void> {
  const { clock, phone, plan, note, runner } = run
  await phone.signIn('own')
  phone.openTab()
  for (const { after, action } of moments) {
    await clock.runFor(after)
    if (action.kind !== 'event') await runner.do(action)
    else {
      note('event:', action.event)
      plan.count(action.event)
      await events[action.event](run, action.size)
    }
    if (phone.isSignInAsked) await phone.signIn('own')
  }
}

const events: Readonly<Record<EventName, (run: Run, size: number) => unknown>> = {
  'second tab': ({ phone }) => phone.openTab(),
  'page killed': ({ phone, randomOf }) => kill(phone.tabInUse(randomOf('events'))),
  'clock forward': ({ phone }, size) => phone.setClock(size),
  'clock back': ({ phone }, size) => phone.setClock(-size),
  'network toggled': ({ phone }) => phone.wakeAll(),
  'server restarted': ({ server }) => server.restart(),
  'session ended': ({ server }) => server.endSessions(),
  'office backs up': ({ server }) => server.backUp(),
  async 'office restores'({ server, note, expected, clock }) {
    await server.restoreBackup()
    expected.restoredAt = clock.now()
    note('office has', await server.countDeals(), 'deals')
  },
  'network away'({ network, clock }, size) {
    network.setAway(true)
    clock.after(size, () => network.setAway(false))
  },
}

/** Ends all faults and gives the phone the time in which it must send everything. */
async function deliverAll({ hasLocks, isWoken }: Shift, run: Run): Promise<void> {
  const { clock, network, phone, plan, note, randomOf } = run
  // The actions of the shift may still run: a runner gets the phone back or repeats a failed task.
  await clock.runFor(3 * DELIVERY_LIMIT_MS)
  plan.end()
  network.setAway(false)
  while (network.lateRequests > 0) await clock.runFor(DELIVERY_LIMIT_MS)
  // Without locks the death of a page has an effect until its lease has expired.
  // A clock that was set back makes it longer.
  if (!hasLocks) await clock.runFor(LEASE_MS + Math.max(0, clock.now() - phone.time()))
  if (!isWoken) await waitUnwoken(run)
  for (const who of ['own', 'other'] as const) {
    note('no faults for', who)
    phone.tabInUse(randomOf('events'))
    await phone.signIn(who)
    await clock.runFor(DELIVERY_LIMIT_MS)
  }
}

/** A page that stays open needs no event: after the longest wait it has tried again by itself. */
async function waitUnwoken({ clock, phone, note, expected, randomOf }: Run): Promise<void> {
  phone.tabInUse(randomOf('events'))
  await clock.runFor(DELIVERY_LIMIT_MS)
  if (phone.isSignInAsked) await phone.signIn('own')
  note('nothing wakes the page')
  await clock.runFor(LONGEST_WAIT_MS + DELIVERY_LIMIT_MS)
  for (const entry of await listEntries(PHONES.own))
    if (isOnItsWay(entry) && !phone.isSignInAsked)
      expected.violations.add(`not tried again by itself: ${entry.work.kind} ${entry.id}`)
}
