/** What a phone exports of its unsent work. */
import { createHash, randomUUID } from 'node:crypto'
import type { ExportedPhoto } from '@veni/domain/deal/file'
import type { Work } from '@veni/domain/work'
import sharp from 'sharp'
import { cashPaymentBody, orderBody, RAVI, settlementBody } from './records.ts'

type Exported<TWork extends Work = Work> = {
  name: string
  entry: ReturnType<typeof newEntry<TWork>>['entry']
  photos: ExportedPhoto[]
}

export function newFile(deals: readonly Exported[]) {
  return {
    format: 'veni-deals',
    version: 1,
    exported_at: '2026-11-21T06:00:00.000Z',
    owner: RAVI.phone,
    entries: deals.map(({ entry }) => entry) as unknown[],
    photos: deals.flatMap(({ photos }) => photos) as unknown[],
  }
}

let made = 0
export function newEntry<TWork extends Work>(
  customerId: number,
  work: TWork,
  visitId: string = randomUUID(),
) {
  made += 1
  const entry = {
    version: 1,
    id: visitId,
    owner: RAVI.phone,
    customerId: String(customerId),
    visitId,
    createdAt: 1_763_690_400_000 + made,
    state: 'waiting',
    attempts: 3,
    nextAttemptAt: 1_763_690_400_000,
    done: [],
    work,
  }
  return { name: '', entry, photos: [] as ExportedPhoto[] }
}

export async function itemsDeal(customerId: number) {
  const settlement = settlementBody(customerId)
  const { visit_id: visitId } = settlement
  const photo = await newPhoto(visitId, 'packet')
  const photos = [{ id: photo.id, role: 'packet' as const }]
  const work = { kind: 'settlement' as const, settlement, photos }
  return { ...newEntry(customerId, work, visitId), name: settlement.invoice_id, photos: [photo] }
}

/** Its photos were not uploaded when it was made, so that its order names none yet. */
export async function cashDeal(customerId: number) {
  const payment = cashPaymentBody(customerId, { payout_method: 'cash', hair_photo_url: '' })
  const { visit_id: visitId, invoice_id: name } = payment
  const photos = [await newPhoto(visitId, 'packet'), await newPhoto(visitId, 'receipt')] as const
  const links = { visit_id: visitId, invoice_id: name, hair_photo_url: '', cash_receipt_url: '' }
  const work = {
    kind: 'cash-payment' as const,
    order: { ...orderBody(customerId), ...links },
    delivered: { status: 'delivered' as const, ...links },
    payment,
    photos: photos.map(({ id, role }) => ({ id, role })),
  }
  const [packet, receipt] = photos.map(({ sha256 }) => `/api/images/${sha256}.jpg`)
  const urls = { packet: packet!, receipt: receipt! }
  return { ...newEntry(customerId, work, visitId), name, photos: [...photos], urls }
}

async function newPhoto(visitId: string, role: ExportedPhoto['role']): Promise<ExportedPhoto> {
  const [r = 0, g = 0, b = 0] = createHash('sha256')
    .update(visitId + role)
    .digest()
  const create = { width: 8, height: 8, channels: 3, background: { r, g, b } } as const
  const bytes = await sharp({ create }).jpeg().toBuffer()
  return {
    id: `${visitId}.${role}.1`,
    visit_id: visitId,
    role,
    type: 'image/jpeg',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    taken_at: '2026-11-21T03:20:00.000Z',
    base64: bytes.toString('base64'),
  }
}
