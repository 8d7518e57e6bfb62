/** Completed deals on this phone, one per visit, with where each one is on its way to the office. */
import { dealSchema, type Deal } from '@veni/domain/deal'
import { photosOf } from '@veni/domain/work'
import * as v from 'valibot'
import { phoneDatabase } from '../storage/database.ts'
import { writeStored } from '../lib/stored-text.ts'
import { readStored } from '../lib/stored-value.ts'
import { changePhone, writePhone, type PhoneWrite, type Rows } from '../storage/write-phone.ts'
import { outboxEntrySchema, type OutboxEntry } from './entry.ts'
import { tellPhotoGone } from './gone-photos.ts'
import { restoreWork } from '../storage/restore-work.ts'

/** Changes a visit's deal as it is stored when this is written: the runner and the sender may both write to it. */
export const dealChange = (visitId: string, change: (deal: Deal) => Deal): PhoneWrite => ({
  store: 'deals',
  key: visitId,
  change(stored) {
    const parsed = v.safeParse(dealSchema, stored)
    return parsed.success ? change(parsed.output) : undefined
  },
})

export async function changeDeal(visitId: string, change: (deal: Deal) => Deal): Promise<void> {
  await writePhone([dealChange(visitId, change)])
}

export async function saveDeal(deal: Deal): Promise<void> {
  await writePhone([{ store: 'deals', key: deal.visitId, value: deal }])
}

/**
 * Stores a visit's deal and what sends it, in one transaction that is on the disk when this resolves.
 * A visit has one deal: a second tap, another tab or a reload gets the one that is there (ruling 22).
 */
export function storeDealOnce(deal: Deal, entry: OutboxEntry | undefined): Promise<Deal> {
  return changePhone(['deals', 'outbox', 'photos'], async (rows) => {
    const present = v.safeParse(dealSchema, await rows.get('deals', deal.visitId))
    if (present.success) return present.output
    // Stored as it is, it would be seen as done, and by no sender ever.
    if (entry) v.assert(outboxEntrySchema, entry)
    if (entry) await requirePhotos(entry, rows)
    await rows.put('deals', deal.visitId, deal)
    if (entry) await rows.put('outbox', entry.id, entry)
    return deal
  })
}

/** Between the runner's look at a photo and his tap its host may refuse it, which takes it away. */
async function requirePhotos({ work }: OutboxEntry, rows: Rows): Promise<void> {
  const ids = photosOf(work).map(({ id }) => id)
  const isThere = await Promise.all(ids.map((id) => rows.has('photos', id)))
  const gone = ids.filter((_, at) => !isThere[at])
  for (const id of gone) tellPhotoGone(id)
  if (gone.length > 0) throw new Error('a photo of the deal is no longer on the phone')
}

export async function readDeal(visitId: string): Promise<Deal | undefined> {
  const parsed = v.safeParse(dealSchema, await (await phoneDatabase()).get('deals', visitId))
  return parsed.success ? parsed.output : undefined
}

/** An owner's deals, newest first; what the database has lost is there again by then. */
export async function listDeals(owner: string): Promise<Deal[]> {
  await restoreWork()
  const rows = await (await phoneDatabase()).getAll('deals')
  return rows
    .flatMap((row) => {
      const parsed = v.safeParse(dealSchema, row)
      return parsed.success && parsed.output.owner === owner ? [parsed.output] : []
    })
    .toSorted((a, b) => b.createdAt - a.createdAt)
}

const mirrorKeys = { settlement: 'settlements', 'cash-payment': 'cashPayments' } as const
const mirrorSchema = v.array(v.looseObject({ invoice_id: v.string() }))

/** Local storage holds 5 MB in all, the sign-in among it: what grew for ever would lock the runner out one day. */
const MIRRORED_RECORDS = 200

/**
 * The newest local records of spec §3, as local storage keeps them. The database above is what counts: this copy is
 * written after it and may be missing when local storage is full.
 */
export function mirrorRecord(deal: Deal): void {
  const key = mirrorKeys[deal.kind]
  const others = (readStored(localStorage, key, mirrorSchema) ?? []).filter(
    (row) => row.invoice_id !== deal.invoiceId,
  )
  writeStored(localStorage, key, [...others, deal.record].slice(-MIRRORED_RECORDS))
}
