/** The office imports what a phone has exported, while the phone goes on. */
import type { Deps } from '../server/src/deps.ts'
import { importDeals, type ImportedEntry } from '../server/src/ops/import/deals/import-deals.ts'
import { DEALS_IMPORTED } from './faults.ts'
import { whileBusy } from './idle.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { PHONES } from './people.ts'
import type { EntryInFile } from './server-log.ts'
import type { DealsImport } from './shift.ts'

/** One entry of a file, and what the office got as its result. */
interface EntryTaken {
  readonly entry: EntryInFile
  readonly result: ImportedEntry
}

/** The runner hands the file over some time after the export. */
export function planImport(plan: DealsImport, one: PhoneInUse, run: AllPhones): void {
  const { clock } = run
  clock.after(plan.at, async () => {
    const file = await exportFrom(one, run)
    if (file === undefined) return
    for (let copy = 0; copy < plan.copies; copy += 1)
      clock.after(plan.arrivesAfter * (copy + 1), () => takeIn(file, one, run))
  })
}

/** @returns the text of the file; nothing when nobody is signed in */
async function exportFrom({ phone, name }: PhoneInUse, { trace }: AllPhones) {
  const who = (['own', 'other'] as const).find((one) => phone.isSignedIn(one))
  if (!who) return undefined
  const exported = async ({ exportDeals }: Parameters<Parameters<typeof phone.do>[0]>[0]) =>
    (await exportDeals(PHONES[who])).text()
  const file = await whileBusy(phone.do(exported))
  trace(name, 'exports', entriesOf(file).length, 'entries of', who)
  return file
}

interface DealsFile {
  readonly entries: readonly EntryInFile[]
  readonly unreadable?: readonly { readonly key: string }[]
}

const entriesOf = (file: string) => (JSON.parse(file) as DealsFile).entries
const unreadableOf = (file: string) => (JSON.parse(file) as DealsFile).unreadable ?? []

async function takeIn(file: string, one: PhoneInUse, { server, trace }: AllPhones): Promise<void> {
  const taken = await whileBusy(readInto(server.officeDeps, file))
  one.plan.count(DEALS_IMPORTED)
  for (const { entry, result } of taken) {
    trace('office imports', entry.id, result.outcome, result.remark)
    server.log.noteImported(entry, result)
  }
}

/** As `ops import deals FILE`. The oldest entry comes first, and after all entries what the phone could not read. */
async function readInto(deps: Deps, file: string): Promise<EntryTaken[]> {
  const results: ImportedEntry[] = []
  await importDeals(deps, { bytes: bytesOf(file) }, (result) => void results.push(result))
  const entries = entriesOf(file).toSorted((one, next) => one.createdAt - next.createdAt)
  const items = new Set(unreadableOf(file).map(({ key }) => key))
  if (results.length !== entries.length + items.size)
    throw new Error(`${results.length} results for ${entries.length} entries, ${items.size} items`)
  return entries.flatMap((entry, at) => {
    const result = results[at]
    return result ? [{ entry, result }] : []
  })
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
