/** One run: a shift under its faults, then good weather, then the books. */
import { createHash } from 'node:crypto'
import { LONGEST_WAIT_MS } from '../web/src/outbox/retry-policy.ts'
import { listEntries } from '../web/src/outbox/idb-store.ts'
import { LEASE_MS } from '../web/src/outbox/lease.ts'
import { isOnItsWay } from '../web/src/outbox/entries.ts'
import { createClock } from './clock.ts'
import { findBrokenPromises, readBooks } from './books.ts'
import { createFaultPlan, type FaultName, type HappeningName } from './faults.ts'
import { noteHeard, noteStored, openLedger } from './ledger.ts'
import { between, createLuck } from './luck.ts'
import { createNetwork } from './network.ts'
import { PHONES, type Office } from './office.ts'
import { clearPhone, createPhone } from './phone.ts'
import { settled } from './quiet.ts'
import { createRunner } from './runner.ts'
import type { Shift } from './shift.ts'
import { startSimulation } from './simulation.ts'
import { insertDisk } from './storage.ts'
import { currentTab, inTab, kill } from './tab.ts'

export interface RunReport {
  /** Sentences; none when everything held. */
  readonly broken: readonly string[]
  readonly faults: ReadonlyMap<FaultName, number>
  readonly trace: readonly string[]
  /** SHA-256 of the trace: the same seed gives the same. */
  readonly hash: string
}

/** Within so much virtual time after the last fault everything must be at the office. */
const PATIENCE_MS = 60_000
const STARTS_AT = Date.parse('2026-11-21T03:30:00Z')
const HOUR_MS = 3_600_000

export async function runShift(shift: Shift, office: Office): Promise<RunReport> {
  const trace: string[] = []
  const clock = createClock(STARTS_AT)
  const note = (...parts: unknown[]) =>
    void trace.push([clock.now() - STARTS_AT, ...parts].join(' ').trimEnd())
  const luck = createLuck(shift.luck)
  const plan = createFaultPlan(shift.networkFaults, shift.storageFaults)
  const ledger = openLedger()
  const customers = await office.clear(clock.now)
  await clearPhone()
  const phone = createPhone({
    clock,
    luck,
    office,
    hasLocks: shift.hasLocks,
    fetch: (url, init) => network.fetch(url, init),
    timeout,
    trace: note,
  })
  const network = createNetwork({
    clock,
    luck,
    plan,
    office,
    cookie: phone.cookie,
    trace: note,
    onHeard: (key) => noteHeard(ledger, key),
  })
  const runner = createRunner({ clock, luck, phone, ledger, customers, trace: note })

  startSimulation({ luck, phoneTime: phone.time })
  insertDisk({
    queue(tab, { isWrite, stores }, start) {
      const fault = tab.isAlive ? plan.atStorage(isWrite) : undefined
      if (fault) note(tab.name, fault, isWrite ? 'writing' : 'reading', stores.join())
      if (fault === 'killed before the commit') kill(tab)
      clock.after(fault === 'slow disk' ? between(luck, 500, 8_000) : 1, () => start(fault))
    },
    onWritten: (_tab, entries) => noteStored(ledger, entries),
  })

  function timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    const tab = currentTab()
    const abort = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
    clock.after(ms, () => (tab ? inTab(tab, abort) : abort()))
    return controller.signal
  }

  const happen: Readonly<Record<HappeningName, (size: number) => unknown>> = {
    'second tab': () => phone.openTab(),
    'page killed': () => kill(phone.tabInUse()),
    'clock forward': (size) => phone.setClock(size % (2 * HOUR_MS)),
    'clock back': (size) => phone.setClock(-(size % (2 * HOUR_MS))),
    'network toggled': () => phone.wakeAll(),
    'server restarted': () => office.restart(),
    'session ended': () => office.endSessions(),
    'network away'(size) {
      network.setAway(true)
      clock.after(size, () => network.setAway(false))
    },
  }

  await phone.signIn('own')
  phone.openTab()
  for (const { after, deed } of shift.moments) {
    await clock.runFor(after)
    if (deed.kind !== 'happening') await runner.do(deed)
    else {
      note('happens:', deed.happening)
      plan.happened(deed.happening)
      await happen[deed.happening](deed.size)
    }
    if (phone.isSignInAsked()) await phone.signIn('own')
  }

  // The shift's own loose ends: a colleague gives the phone back, the runner comes back to what a dead page left.
  await clock.runFor(3 * PATIENCE_MS)
  plan.end()
  network.setAway(false)
  while (network.straying() > 0) await clock.runFor(PATIENCE_MS)
  // Without locks a dead page's fault lasts until its lease has run out.
  if (!shift.hasLocks) await clock.runFor(LEASE_MS)
  if (!shift.isWoken) await waitUnwoken()
  for (const who of ['own', 'colleague'] as const) {
    note('good weather for', who)
    phone.tabInUse()
    await phone.signIn(who)
    await clock.runFor(PATIENCE_MS)
  }

  /** A page that stays open needs no event: after its longest wait it has tried by itself. */
  async function waitUnwoken() {
    phone.tabInUse()
    await clock.runFor(PATIENCE_MS)
    if (phone.isSignInAsked()) await phone.signIn('own')
    note('nothing wakes the page')
    await clock.runFor(LONGEST_WAIT_MS + PATIENCE_MS)
    for (const entry of await listEntries(PHONES.own))
      if (isOnItsWay(entry) && !phone.isSignInAsked())
        ledger.broken.add(`not tried again by itself: ${entry.work.kind} ${entry.id}`)
  }

  const books = await readBooks(ledger, office)
  const broken = [...findBrokenPromises(books), ...office.faults().map(String)]
  phone.turnOff()
  await settled()
  insertDisk(undefined)
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex')
  return { broken, faults: plan.counts, trace, hash }
}
