/**
 * The app is updated and set back: the newer release has written some of the work in a way that the present one cannot
 * read. It stays as it is, and the next update reads and sends it.
 */
import { ENTRY_VERSIONS } from '@veni/domain/work'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { LEASE_MS } from '../web/src/outbox/passes/lease.ts'
import { whileBusy } from './idle.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'

const NEWER_VERSION = Math.max(...ENTRY_VERSIONS) + 1
/** In virtual ms, until the next update at the latest. */
const LONGEST_MS = 120_000

/** A row of the newer release, with the version that the present one gave it. */
type NewerRow = Omit<OutboxEntry, 'version'> & {
  readonly version: number
  readonly before: OutboxEntry['version']
}

/** @param size selects the rows, and when the next update comes */
export async function tryNewerRelease(
  one: PhoneInUse,
  size: number,
  run: AllPhones,
): Promise<void> {
  const { phone, expected, name } = one
  const changed = await replaceEntries(one, (entry, at) => {
    if (isNewer(entry) || (size >> (at % 16)) % 2 === 0) return undefined
    const { work, done } = entry
    if (work.kind === 'settlement' && !done.includes('record'))
      expected.unreadableSettlements.add(work.settlement.invoice_id)
    return toNewer(entry)
  })
  for (const id of changed) expected.unreadable.add(id)
  run.trace(name, 'cannot read', changed.length, 'entries')
  phone.openTab()
  run.clock.after(size % LONGEST_MS, () => updateApp(one, run))
}

/**
 * The last update of all phones: the present release may have opened what the newer one had written before a sign-out.
 * @param signInMs until the runners are signed in
 */
export async function updateApps(
  phones: readonly PhoneInUse[],
  signInMs: number,
  run: AllPhones,
): Promise<void> {
  const updated = phones.filter(({ expected }) => expected.unreadable.size > 0)
  if (updated.length === 0) return
  await run.clock.runFor(signInMs)
  for (const one of updated) await updateApp(one, run)
  // Without locks an entry that a closed page was sending waits until its lease has expired.
  if (updated.some(({ hasLocks }) => !hasLocks)) await run.clock.runFor(LEASE_MS)
}

/** The newer release comes back for good, and its rows are as they would be without it. */
async function updateApp(one: PhoneInUse, { trace }: AllPhones): Promise<void> {
  const { phone, expected, name } = one
  if (expected.unreadable.size === 0) return
  const changed = await replaceEntries(one, (entry) =>
    isNewer(entry) ? toPresent(entry) : undefined,
  )
  trace(name, 'is updated, and reads', changed.length, 'entries')
  phone.openTab()
}

const isNewer = (row: OutboxEntry | NewerRow): row is NewerRow => 'before' in row

const toNewer = (entry: OutboxEntry): NewerRow => ({
  ...entry,
  version: NEWER_VERSION,
  before: entry.version,
})

const toPresent = ({ before, ...row }: NewerRow): OutboxEntry => ({ ...row, version: before })

/** Closes the app, as each update does. @returns the ids of the changed entries */
async function replaceEntries(
  { phone }: PhoneInUse,
  change: (entry: OutboxEntry | NewerRow, at: number) => OutboxEntry | NewerRow | undefined,
): Promise<string[]> {
  phone.closePages()
  phone.worker.turnOff()
  return whileBusy(
    phone.do(({ storage }) =>
      storage.change(['outbox'], async ({ outbox }) => {
        const changed: string[] = []
        for (const [at, [key, row]] of (await outbox.getAllUnparsed()).entries()) {
          const other = change(row as OutboxEntry | NewerRow, at)
          if (other === undefined) continue
          await outbox.put(key, other as OutboxEntry)
          changed.push(key)
        }
        return changed
      }),
    ),
  )
}
