/** One run: a shift with its faults, then a time without faults, then the check of the invariants. */
import { createHash } from 'node:crypto'
import { describeTables } from '../server/test/setup/all-tables.ts'
import { LEASE_MS } from '../web/src/outbox/passes/lease.ts'
import { LONGEST_WAIT_MS } from '../web/src/outbox/passes/retry-policy.ts'
import { createClock } from './clock.ts'
import { compareCopies } from './compare-copies.ts'
import { answerConflicts } from './conflicts.ts'
import { planDamage } from './damages.ts'
import { planImport } from './deals-imports.ts'
import { events } from './events.ts'
import { type FaultName, PHONE_LENT } from './faults.ts'
import { untilIdle } from './idle.ts'
import { isHeldUp, noteFinalRows, readFinalState } from './final-state.ts'
import { findViolations } from './invariants.ts'
import { updateApps } from './newer-release.ts'
import { otherThan, type Who } from './people.ts'
import { type PhoneInUse, takePhone } from './phone-in-use.ts'
import { listOnTheirWay, sendAgain } from './refusals.ts'
import { retakeAll } from './retake-all.ts'
import { createRandoms } from './random.ts'
import { replaceRealSources } from './real-sources.ts'
import type { Server } from './server.ts'
import { LAST_TRY_AFTER_MS } from './worker.ts'
import type { Moment, PhoneLent, PhoneShift, Shift } from './shift.ts'
import { storesOf } from './stores-shift.ts'

export interface RunReport {
  /** Sentences; none when all invariants hold. */
  readonly violations: readonly string[]
  readonly faults: ReadonlyMap<FaultName, number>
  readonly trace: readonly string[]
  /** What the phones and the server have in the end, a line for each row. */
  readonly rows: readonly string[]
  /** SHA-256 of trace and rows: the same seed gives the same hash. */
  readonly hash: string
}

/** The virtual time after the last fault in which the server must receive everything. */
const DELIVERY_LIMIT_MS = 60_000
/** In which the runner signs in when nothing fails. */
const SIGN_IN_LIMIT_MS = 10_000
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
  const state = await readFinalState(run.phones, server)
  const violations = [...findViolations(state), ...server.faults.map(String)]
  const rows = [
    // The epoch comes from the real source of random numbers.
    ...state.phones.flatMap(({ name, deals, waiting }) =>
      [...deals, ...waiting].map(
        (row) => `${name} ${JSON.stringify({ ...row, epoch: undefined })}`,
      ),
    ),
    ...(await describeTables(server.db)),
  ]
  for (const { phone } of run.phones) phone.turnOff()
  await untilIdle()
  run.end()
  const all = [...run.lines, ...rows].join('\n')
  const hash = createHash('sha256').update(all).digest('hex')
  return { violations, faults: countFaults(run), trace: run.lines, rows, hash }
}

function countFaults({ phones }: Run): ReadonlyMap<FaultName, number> {
  const sums = new Map<FaultName, number>()
  for (const { plan } of phones)
    for (const [name, count] of plan.counts) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** The one place where the simulation composes the phones, the server and everything around them. */
async function composeRun(shift: Shift, server: Server, startsAt: number) {
  const { random, phones: shifts } = shift
  const lines: string[] = []
  const clock = createClock(startsAt)
  const trace = (...parts: unknown[]) =>
    void lines.push([clock.now() - startsAt, ...parts].join(' ').trimEnd())
  const randomOf = createRandoms(random)
  const restoreRealSources = replaceRealSources(clock, randomOf)
  const customers = await server.clear(clock.now, randomOf('server'))
  if (shifts.some(isRestored)) await server.backUp()
  const surroundings = { clock, server, trace, randomOf, customers }
  const phones: PhoneInUse[] = []
  for (const [at, one] of shifts.entries())
    phones.push(await takePhone(at, { ...one, ...storesOf(shift, at) }, surroundings))
  const end = () => {
    for (const phone of phones) phone.end()
    restoreRealSources()
  }
  return { ...surroundings, phones, lines, end }
}

/** Only then the office needs its backup of the start. */
const isRestored = ({ moments }: PhoneShift) =>
  moments.some(({ action }) => action.kind === 'event' && action.event === 'office restores')

async function makeActions(shift: Shift, run: Run): Promise<void> {
  const { clock, phones } = run
  for (const { phone } of phones) {
    await phone.do(() => phone.signIns.startSession(phone.who))
    phone.openTab()
  }
  for (const plan of shift.imports) {
    const one = phones[plan.phone]
    if (one) planImport(plan, one, run)
  }
  for (const [at, one] of phones.entries())
    for (const damage of storesOf(shift, at).damages) planDamage(damage, one, run)
  let now = 0
  for (const { at, one, moment } of listMoments(shift, run)) {
    await clock.runFor(at - now)
    now = at
    await act(moment, one, run)
    if (one.phone.signIns.isAsked) one.phone.signIns.want()
  }
}

/** The moments of all phones in their order. */
function listMoments(shift: Shift, { phones }: Run) {
  const moments = phones.flatMap((one, number) => {
    let at = 0
    return (shift.phones[number]?.moments ?? []).map((moment) => {
      at += moment.after
      return { at, one, moment }
    })
  })
  return moments.toSorted((one, other) => one.at - other.at)
}

async function act({ action }: Moment, one: PhoneInUse, run: Run): Promise<void> {
  if (action.kind === 'phone lent') return lendPhone(action, one, run)
  if (action.kind !== 'event') return one.runner.do(action)
  run.trace('event:', action.event, one.name)
  one.plan.count(action.event)
  await events[action.event](run, one, action.size)
}

/** The other runner works until the owner asks for the phone. The rest of that work waits for the next time. */
async function lendPhone(
  { staysFor, work }: PhoneLent,
  one: PhoneInUse,
  { clock, trace }: Run,
): Promise<void> {
  const { phone, guest, users, plan, name } = one
  if (!phone.isSignedIn(phone.who)) return
  plan.count(PHONE_LENT)
  trace(name, 'is lent')
  users.add(otherThan(phone.who))
  phone.signIns.want(otherThan(phone.who))
  for (const action of work) await guest.do(action)
  clock.after(staysFor, () => phone.signIns.want(phone.who))
}

/** Ends all faults and gives the phones the time in which they must send everything. */
async function deliverAll({ isWoken, lastDeal }: Shift, run: Run): Promise<void> {
  const { clock, phones } = run
  // The actions of the shift may still run: a runner gets the phone back or repeats a failed task.
  await clock.runFor(3 * DELIVERY_LIMIT_MS)
  for (const { plan, network, phone } of phones) {
    plan.end()
    network.setAway(false)
    phone.show()
  }
  while (phones.some(({ network }) => network.lateRequests > 0))
    await clock.runFor(DELIVERY_LIMIT_MS)
  // Without locks the death of a page has an effect until its lease has expired, whatever its clock says by now.
  if (phones.some(({ hasLocks }) => !hasLocks)) await clock.runFor(LEASE_MS)
  if (!isWoken) await waitUnwoken(run)
  const [first] = phones
  if (lastDeal && first) await sendByWorker(lastDeal, first, run)
  for (const who of ['own', 'other'] as const) await deliverOf(who, run)
  await compareCopies(run)
}

/** The runner signs in on each phone that has work of theirs, waits until all is sent, and answers conflicts. */
async function deliverOf(who: Who, run: Run): Promise<void> {
  const { clock, trace } = run
  const phones = run.phones.filter(({ users }) => users.has(who))
  trace('no faults for', who)
  for (const one of phones) {
    openPage(one, run)
    one.phone.signIns.want(who)
  }
  await updateApps(phones, SIGN_IN_LIMIT_MS, run)
  await clock.runFor(DELIVERY_LIMIT_MS)
  if (await isHeldUp(phones, who)) await clock.runFor(LONGEST_WAIT_MS + DELIVERY_LIMIT_MS)
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const answered: boolean[] = []
    for (const one of phones)
      for (const answer of [answerConflicts, sendAgain, retakeAll])
        answered.push(await answer(one, who, run))
    if (!answered.includes(true)) break
    await clock.runFor(DELIVERY_LIMIT_MS)
  }
  for (const one of phones) await noteFinalRows(one, who, run.customers)
}

/** The office may have changed a customer again, and a deal has two photos. */
const MOST_ANSWERS = 6

/** Of a phone without pages the worker sends everything, when the network is back. */
async function sendByWorker(
  deal: NonNullable<Shift['lastDeal']>,
  one: PhoneInUse,
  { clock, trace }: Run,
): Promise<void> {
  const { phone, network, runner, expected, name } = one
  phone.signIns.want(phone.who)
  await clock.runFor(SIGN_IN_LIMIT_MS)
  network.setAway(true)
  await runner.do(deal)
  await clock.runFor(SIGN_IN_LIMIT_MS)
  trace(name, 'has only its worker')
  phone.closePages()
  network.setAway(false)
  phone.worker.sync()
  await clock.runFor(LAST_TRY_AFTER_MS + DELIVERY_LIMIT_MS)
  for (const entry of await listOnTheirWay(one))
    expected.violations.add(`not sent by the worker: ${entry.work.kind} ${entry.id}`)
}

const openPage = ({ phone, name }: PhoneInUse, { randomOf }: Run) =>
  phone.tabInUse(randomOf(`events of ${name}`))

/** A page that stays open needs no event: after the longest wait it has tried again by itself. */
async function waitUnwoken(run: Run): Promise<void> {
  const { clock, phones, trace } = run
  for (const one of phones) openPage(one, run)
  await clock.runFor(DELIVERY_LIMIT_MS)
  for (const { phone } of phones) phone.signIns.want(phone.who)
  await clock.runFor(SIGN_IN_LIMIT_MS)
  trace('nothing wakes the pages')
  await clock.runFor(LONGEST_WAIT_MS + DELIVERY_LIMIT_MS)
  for (const one of phones.filter(({ phone }) => !phone.signIns.isAsked))
    for (const entry of await listOnTheirWay(one))
      one.expected.violations.add(`not tried again by itself: ${entry.work.kind} ${entry.id}`)
}
