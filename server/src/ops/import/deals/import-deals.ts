import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { findInvoiceOfDeal } from '@veni/domain/deal/damaged'
import { type ExportedEntry, exportedEntrySchema } from '@veni/domain/deal/file'
import { toPhoneKey } from '@veni/domain/runner'
import * as v from 'valibot'
import { ChangedByOffice } from '../../../customers/changed-by-office.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { isReadable } from '../../../http/parse-request.ts'
import { type NamedRunners, ownerWithPhone } from '../../../runners/service.ts'
import { shellWord } from '../../../shell-word.ts'
import type { TaskCall } from '../../connection/task.ts'
import { type DamagedItem, listDamaged } from '../../deals/adopt/damaged-items.ts'
import { isRecorded } from './earlier-work-store.ts'
import { type FilePhotos, findPhotos, indexPhotos } from './file-photos.ts'
import { importEntry } from './import-entry.ts'
import { readDealsFile } from './read-deals-file.ts'

export const importedEntrySchema = v.object({
  /** The invoice id, or another short description of the entry. */
  name: v.string(),
  outcome: v.picklist(['added', 'present', 'refused']),
  /** The reason of the refusal, or what is missing; can be empty. */
  remark: v.string(),
})
export type ImportedEntry = v.InferOutput<typeof importedEntrySchema>

export const dealsReportSchema = v.object({
  added: v.number(),
  present: v.number(),
  refused: v.number(),
  /** Name and phone of the runner, when suspended. */
  suspended: v.optional(v.string()),
  /** When the phone of the file is not the runner's: it, and name and phone of the runner. */
  otherPhone: v.optional(v.object({ ofFile: v.string(), runner: v.string() })),
})
export type DealsReport = v.InferOutput<typeof dealsReportSchema>

interface DealsSource extends Pick<TaskCall<unknown, unknown>, 'bytes'> {
  /** Called before each entry. */
  readonly requireOperator?: TaskCall<unknown, unknown>['requireOperator']
}

/**
 * Imports the unsent deals of a phone as the phone would send them: oldest first, each entry as a whole or not at all,
 * and nothing twice. Throws `OperatorError` when the whole file is unusable.
 * @param named whose deals these are, as the operator says
 */
export async function importDeals(
  deps: Deps,
  { bytes, requireOperator, ...named }: NamedRunners & DealsSource,
  onEntry: (entry: ImportedEntry) => void,
): Promise<DealsReport> {
  const file = await readDealsFile(bytes)
  const { mode } = deps.config.signIn
  const { id, name, phone, suspendedAt } = await deps.db.transaction((tx) =>
    ownerWithPhone(tx, mode, file.owner, named),
  )
  const run: Run = { deps, owner: file.owner, photos: indexPhotos(file.photos), runnerId: id }
  const report = { added: 0, present: 0, refused: 0 }
  for (const [index, raw] of sortByAge(file.entries).entries()) {
    // The photos of a file can take hours.
    requireOperator?.()
    const imported = await importOne(run, raw, index)
    report[imported.outcome] += 1
    onEntry(imported)
    // A refused entry and the embedded database never pause.
    await yieldToRequests()
  }
  for (const item of listDamaged({ ...file, entries: [] })) {
    requireOperator?.()
    const imported = await importDamaged(deps, item)
    report[imported.outcome] += 1
    onEntry(imported)
    await yieldToRequests()
  }
  const isOther = phone !== toPhoneKey(file.owner)
  return {
    ...report,
    ...(suspendedAt && { suspended: `${name} ${phone ?? ''}`.trim() }),
    ...(isOther && { otherPhone: { ofFile: file.owner, runner: `${name} ${phone ?? ''}`.trim() } }),
  }
}

/** The phone could not read it, and neither can the import. It may have been sent or adopted all the same. */
async function importDamaged(deps: Deps, item: DamagedItem): Promise<ImportedEntry> {
  const { name, key, rows, isVisit } = item
  const invoiceId = findInvoiceOfDeal(rows)
  const isStored = await deps.db.transaction((tx) => isRecorded(tx, key, invoiceId))
  if (isStored) return { name, outcome: 'present', remark: '' }
  const remark = isVisit
    ? 'an open visit that the phone cannot read: nothing of it is recorded'
    : `the phone cannot read it: npm run ops -- deals adopt FILE --entry ${shellWord(name)}`
  return { name, outcome: 'refused', remark }
}

/** One run of an import. */
interface Run {
  readonly deps: Deps
  /** The phone of the file. */
  readonly owner: string
  readonly photos: FilePhotos
  /** Who made the deals of the file. */
  readonly runnerId: number
}

async function importOne(
  { deps, owner, photos, runnerId }: Run,
  raw: unknown,
  index: number,
): Promise<ImportedEntry> {
  if (!isReadable(raw)) return refuseUnreadable(index)
  // Without `abortEarly` each bad value would have its own problem.
  const entry = v.safeParse(exportedEntrySchema, raw, { abortEarly: true })
  const name = entry.success
    ? nameEntry(entry.output)
    : (findInvoiceId(raw) ?? `entry ${index + 1}`)
  const refused = (remark: string): ImportedEntry => ({ name, outcome: 'refused', remark })
  if (!entry.success) return refused(describeDamage(v.getDotPath(entry.issues[0]) ?? 'entry'))
  if (entry.output.owner !== owner) return refused('it belongs to another runner')
  if (entry.output.state === 'held') return refused('the runner has not confirmed it')
  try {
    const { found, missing } = findPhotos(photos, entry.output.work)
    const { isNew, remarks } = await importEntry(deps, runnerId, entry.output, found)
    const all = [...remarks, ...describeMissing(missing)]
    return { name, outcome: isNew ? 'added' : 'present', remark: all.join('; ') }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(describeRefusal(error))
  }
}

const describeMissing = (missing: number) =>
  missing === 0 ? [] : [`${missing} of its photos ${missing === 1 ? 'is' : 'are'} not in the file`]

const refuseUnreadable = (index: number): ImportedEntry => ({
  name: `entry ${index + 1}`,
  outcome: 'refused',
  remark: 'it is damaged: it has more levels or values than the app writes',
})

const describeDamage = (path: string) =>
  path === 'version'
    ? 'a newer app made it: update this server first'
    : `it is damaged: ${path} is not as expected. Try npm run ops -- deals adopt FILE`

/** A newer entry may need an older one. An entry without a time comes first and is refused. */
function sortByAge(entries: readonly unknown[]): unknown[] {
  const timedEntries = entries.map((raw) => ({ raw, time: readTime(raw) }))
  return timedEntries.toSorted((one, other) => one.time - other.time).map(({ raw }) => raw)
}

const readTime = (raw: unknown) => (v.is(timed, raw) ? raw.createdAt : 0)
const timed = v.object({ createdAt: v.pipe(v.number(), v.finite()) })

function nameEntry({ work, customerId }: ExportedEntry): string {
  switch (work.kind) {
    case 'cash-payment':
      return work.payment.invoice_id
    case 'settlement':
      return work.settlement.invoice_id
    case 'settlement-delivered':
      return `delivery of ${work.invoiceId}`
    case 'single-order':
      return `order for customer ${customerId}`
    case 'customer-update':
      return `status of customer ${customerId}`
  }
}

/** A damaged entry often still contains its invoice id. */
function findInvoiceId(raw: unknown): string | undefined {
  return /(?:INV|CASH)-\d{1,16}-[A-Z0-9]{6}/.exec(JSON.stringify(raw))?.[0]
}

export function describeRefusal(refusal: AppError): string {
  const { code, message, fields = [] } = refusal
  if (code === 'in-progress') return 'the phone is sending it just now; import the file again'
  if (refusal instanceof ChangedByOffice)
    return 'the office has changed the customer since the runner saw them: npm run ops -- customers conflicts'
  const named = fields.map(({ path, reason }) => `${path} ${reason}`).join('; ')
  return named === '' ? message : `${message} (${named})`
}
