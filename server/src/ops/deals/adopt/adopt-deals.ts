import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { findUnknownFields, type ReadWork, readDamagedWork } from '@veni/domain/deal/damaged'
import type { ExportedPhoto } from '@veni/domain/deal/file'
import { shorten } from '@veni/domain/deal/fit-record'
import type { Work } from '@veni/domain/work'
import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { AppError, OperatorError } from '../../../errors.ts'
import { photoUrl } from '../../../photos/service.ts'
import { type NamedRunners, ownerWithPhone } from '../../../runners/service.ts'
import type { TaskCall } from '../../connection/task.ts'
import { isRecorded } from '../../import/deals/earlier-work-store.ts'
import { importEntry, type ReadPhoto, readPhotos } from '../../import/deals/import-entry.ts'
import { describeRefusal } from '../../import/deals/import-deals.ts'
import { readDealsFile } from '../../import/deals/read-deals-file.ts'
import { type DamagedItem, findPhotosOf, listDamaged, listWholePhotos } from './damaged-items.ts'
import { findOrderOfDeal } from './order-of-deal-store.ts'
import { recordAdopted } from './record-adopted.ts'

const problemSchema = v.object({ field: v.string(), found: v.array(v.string()) })

export const adoptedItemSchema = v.object({
  /** The invoice id, or the key of the row on the phone. */
  name: v.string(),
  /** `asked`: the office has to give the fields in `problems`. */
  outcome: v.picklist(['adopted', 'present', 'asked', 'refused']),
  /** The reason of a refusal; can be empty. */
  remark: v.string(),
  /** Fields that the office gave or that were computed. */
  filled: v.array(v.string()),
  /** `found`: values that are not usable, as JSON. */
  problems: v.array(problemSchema),
})
export type AdoptedItem = v.InferOutput<typeof adoptedItemSchema>

export const adoptReportSchema = v.object({
  adopted: v.number(),
  present: v.number(),
  asked: v.number(),
  refused: v.number(),
  runner: v.string(),
})
export type AdoptReport = v.InferOutput<typeof adoptReportSchema>

export interface AdoptInput extends NamedRunners {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly requireOperator: TaskCall<unknown, unknown>['requireOperator']
  /** The only thing to adopt, without a file: an order that names a deal, of which the server has no deal. */
  readonly orderId?: number | undefined
  /** Name or key of the only item to adopt; default: all. */
  readonly entry?: string | undefined
  /** What the office gives for this item, by field. */
  readonly given: Readonly<Record<string, unknown>>
}

/**
 * Records what can be understood of the damaged items of a file, or reports field by field what cannot. Nothing is
 * stored twice. Throws `OperatorError` when the whole file is unusable.
 */
export async function adoptDeals(
  deps: Deps,
  { bytes, requireOperator, orderId, entry, given, ...named }: AdoptInput,
  onItem: (item: AdoptedItem) => void,
): Promise<AdoptReport> {
  if (orderId !== undefined) return adoptOrder(deps, { orderId, given }, onItem)
  const file = await readDealsFile(bytes)
  const runner = await deps.db.transaction((tx) =>
    ownerWithPhone(tx, deps.config.signIn.mode, file.owner, named),
  )
  const items = listDamaged(file).filter(
    ({ name, key }) => entry === undefined || name === entry || key === entry,
  )
  if (entry !== undefined && items.length === 0)
    throw new OperatorError(`The file has no damaged entry ${entry}.`)
  if (Object.keys(given).length > 0 && items.length > 1)
    throw new OperatorError('Add --entry NAME: the values are for one entry.')
  const isNamed = named.forPhone !== undefined
  const run = { deps, runnerId: runner.id, photos: listWholePhotos(file), given }
  const report = { adopted: 0, present: 0, asked: 0, refused: 0 }
  for (const item of items) {
    requireOperator()
    const isOwn = isNamed || item.owner === file.owner
    const done = isOwn ? await adoptOne(run, item) : refuse(item, whose(item))
    report[done.outcome] += 1
    onItem(done)
    await yieldToRequests()
  }
  return { ...report, runner: `${runner.name} ${runner.phone ?? ''}`.trim() }
}

async function adoptOrder(
  deps: Deps,
  { orderId, given }: { readonly orderId: number; readonly given: AdoptInput['given'] },
  onItem: (item: AdoptedItem) => void,
): Promise<AdoptReport> {
  const found = await findOrderOfDeal(deps.db, orderId)
  if (!found) throw new OperatorError(`There is no order ${orderId} of a deal.`)
  const { item, runner } = found
  const done = await adoptOne({ deps, runnerId: runner.id, photos: [], given }, item)
  onItem(done)
  const none = { adopted: 0, present: 0, asked: 0, refused: 0 }
  return { ...none, [done.outcome]: 1, runner: `${runner.name} ${runner.phone ?? ''}`.trim() }
}

interface Run {
  readonly deps: Deps
  readonly runnerId: number
  readonly photos: readonly ExportedPhoto[]
  readonly given: AdoptInput['given']
}

const whose = ({ owner }: DamagedItem) =>
  owner === null
    ? 'the phone could not tell whose it is: add --for PHONE of the runner who did it'
    : `it is of the phone ${owner}: add --for PHONE of the runner who did it`

const nothing = { remark: '', filled: [], problems: [] }

const refuse = ({ name }: DamagedItem, remark: string): AdoptedItem => ({
  ...nothing,
  name,
  outcome: 'refused',
  remark,
})

async function adoptOne(run: Run, item: DamagedItem): Promise<AdoptedItem> {
  const { deps, runnerId, photos, given } = run
  const { name } = item
  if (item.isVisit) return refuse(item, 'an open visit is no deal: nothing of it is recorded')
  const unknown = findUnknownFields({ ...item, given })
  if (unknown.length > 0)
    return refuse(item, `it has no field ${unknown.join(', ')}: correct --set`)
  try {
    const read = await readPhotos(deps, runnerId, findPhotosOf(photos, item))
    // An adopted deal gets no photo of a second file.
    if (read.isOneChanged)
      return refuse(item, 'a photo of it is damaged in the file: export it again')
    const named = read.photos.map(({ id, role, key }) => ({ id, role, url: photoUrl(key) }))
    const understood = readDamagedWork({ ...item, given, photos: named })
    const { work, filled } = understood
    const invoiceId = work && findInvoice(work)
    if (await deps.db.transaction((tx) => isRecorded(tx, item.key, invoiceId)))
      return { ...nothing, name, outcome: 'present' }
    if (!work) return { ...nothing, name, outcome: 'asked', problems: describe(understood) }
    const remarks = await record(run, item, { ...understood, work }, read.photos)
    const remark = [...remarks, ...read.leftOut].join('; ')
    return { ...nothing, name, outcome: 'adopted', remark, filled: [...filled] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refuse(item, describeRefusal(error))
  }
}

const describe = ({ problems }: ReadWork) =>
  problems.map(({ field, found }) => ({
    field,
    found: found.map((value) => shorten(JSON.stringify(value) ?? 'nothing', 200)),
  }))

function findInvoice(work: Work): string | undefined {
  if (work.kind === 'cash-payment') return work.payment.invoice_id
  return work.kind === 'settlement' ? work.settlement.invoice_id : undefined
}

/** @returns what the office should know: each is a part of a sentence */
async function record(
  { deps, runnerId, given }: Run,
  { key }: DamagedItem,
  { work, customerId, filled }: ReadWork & { readonly work: Work },
  photos: readonly ReadPhoto[],
): Promise<readonly string[]> {
  if (findInvoice(work) !== undefined)
    return recordAdopted(deps, { runnerId, customerId, work, filled }, photos)
  // It is recorded under the id of the phone, so that it is not recorded twice (decision 42).
  const id = v.safeParse(uuid, given['id'] ?? key)
  if (!id.success) throw new AppError('bad-request', 'Its id is damaged: add --set id=UUID.')
  const head = { owner: '', createdAt: 0, state: 'refused' }
  const asAdopted = { ...deps, adopted: filled }
  const entry = { ...head, id: id.output, customerId, work }
  return (await importEntry(asAdopted, runnerId, entry, [])).remarks
}

const uuid = v.pipe(v.string(), v.uuid())
