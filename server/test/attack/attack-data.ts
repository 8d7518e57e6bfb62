/** The people and rows of an attack: two runners who attack, and everybody else, whose rows must not change. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../src/db/client.ts'
import {
  cashPayments,
  customers,
  idempotencyKeys,
  orders,
  photos,
  reservedDeals,
  runners,
  sessions,
  settlements,
} from '../../src/db/schema.ts'
import { hashToken } from '../../src/auth/session-store.ts'
import { storePrices } from '../fixtures/records.ts'

/** Nobody but the attacked may see these words. */
export const SECRET = { name: 'Qadira Secretname', phone: '9111222333', place: 'Hiddenpalli' }
/** Of the attackers themselves; a caller without their session may not see it. */
export const OWN_NAME = 'Oviya Ownname'

const [RAVI, LAKSHMI, MOHAN, PRIYA] = [1, 2, 3, 5] as const
/** Suspended, but may sign out. */
export const SITA = 4
export const ATTACKERS: readonly number[] = [RAVI, LAKSHMI]

/** Every id that an attack names. 101 to 104 are the attackers' customers. */
export const CUSTOMER_IDS = [101, 102, 103, 104, 301, 302, 401, 501, 502, 999, -1]
export const ORDER_IDS = [1101, 1102, 1301, 1302, 99_999]
export const INVOICE_IDS = ['INV-1763690400000-VICTIM', 'CASH-1763690400000-VICTIM']
const VICTIM_VISITS = [
  '00000000-0000-4000-8000-000000000301',
  '00000000-0000-4000-8000-000000000302',
]
export const VICTIM_VISIT = VICTIM_VISITS[0] ?? ''
export const VICTIM_UPLOAD = `${MOHAN}-${'a'.repeat(32)}`
const PHOTO = Buffer.from('the bytes of a photo of somebody else')
export const VICTIM_PHOTO = `${createHash('sha256').update(PHOTO).digest('hex')}.jpg`
export const PROBE_CUSTOMERS = [501, 502]

const ACTORS = { ravi: RAVI, lakshmi: LAKSHMI, suspended: SITA, prober: PRIYA } as const
export type Actor = keyof typeof ACTORS | 'nobody' | 'forged' | 'ended'
/** How many sessions each can sign out of. */
const SPARE_SESSIONS = 2_000

const tokenOf = (name: string) => createHash('sha256').update(`token ${name}`).digest('base64url')

/** @param spare ends with the call, for a sign-out */
export function cookieOf(actor: Actor, spare?: number): string {
  if (actor === 'nobody') return ''
  if (actor === 'forged') return `veni=${'f'.repeat(43)}`
  const hasSpare = actor === 'ravi' || actor === 'lakshmi' || actor === 'suspended'
  return `veni=${tokenOf(hasSpare && spare !== undefined ? `${actor} ${spare % SPARE_SESSIONS}` : actor)}`
}

/** Stores everybody with their sessions, customers, orders, deals and photos. */
export async function storeAttackData(db: Db, dataDir: string): Promise<void> {
  const people = [RAVI, LAKSHMI, MOHAN, SITA, PRIYA]
  await db.insert(runners).values(
    people.map((id) => ({
      id,
      name: ATTACKERS.includes(id) ? `Runner ${id}` : `${SECRET.name} ${id}`,
      phone: id === MOHAN ? SECRET.phone : `900000000${id}`,
      ...(id === SITA && { suspendedAt: new Date() }),
    })),
  )
  await db.insert(sessions).values(sessionRows())
  await db.insert(customers).values(customerRows())
  await storePrices(db)
  await storeOrders(db)
  await storeDeals(db)
  await storeFiles(dataDir)
}

function sessionRows() {
  const soon = new Date(Date.now() + 86_400_000)
  const row = (name: string, runnerId: number, expiresAt = soon) => ({
    tokenHash: hashToken(tokenOf(name)),
    runnerId,
    createdAt: new Date(),
    expiresAt,
  })
  const spare = Array.from({ length: SPARE_SESSIONS }, (_, index) => [
    row(`ravi ${index}`, RAVI),
    row(`lakshmi ${index}`, LAKSHMI),
    row(`suspended ${index}`, SITA),
  ])
  return [
    ...Object.entries(ACTORS).map(([name, runnerId]) => row(name, runnerId)),
    row('ended', RAVI, new Date(0)),
    row('of the attacked', MOHAN),
    ...spare.flat(),
  ]
}

function customerRows() {
  const row = (id: number, runnerId: number | null) => ({
    id,
    runnerId,
    status: 'assigned',
    ...(ATTACKERS.includes(runnerId ?? 0)
      ? { memberName: OWN_NAME }
      : { memberName: `${SECRET.name} ${id}`, mobile: SECRET.phone, villageInfo: SECRET.place }),
  })
  return [
    ...[101, 102].map((id) => row(id, RAVI)),
    ...[103, 104].map((id) => row(id, LAKSHMI)),
    ...[301, 302].map((id) => row(id, MOHAN)),
    row(401, SITA),
    ...PROBE_CUSTOMERS.map((id) => row(id, PRIYA)),
    // Not interested, so that no runner may claim this customer.
    row(601, null),
  ]
}

async function storeOrders(db: Db): Promise<void> {
  const order = (id: number, runnerId: number, customerId: number) => ({
    id,
    runnerId,
    customerId,
    status: 'created',
    productId: 'cookingset',
    productName: 'Cooking Set',
    quantity: 1,
    paymentMethod: 'hair',
    deliveryAddress: SECRET.place,
    customerNotes: '',
    runnerNotes: '',
    items: [],
  })
  await db
    .insert(orders)
    .values([
      order(1101, RAVI, 101),
      order(1102, LAKSHMI, 103),
      order(1301, MOHAN, 301),
      order(1302, SITA, 401),
    ])
}

async function storeDeals(db: Db): Promise<void> {
  const [settlementId = '', paymentId = ''] = INVOICE_IDS
  const [settlementVisit = '', paymentVisit = ''] = VICTIM_VISITS
  await db.insert(reservedDeals).values([
    { visitId: settlementVisit, invoiceId: settlementId, kind: 'settlement' },
    { visitId: paymentVisit, invoiceId: paymentId, kind: 'cash-payment' },
  ])
  await db
    .insert(settlements)
    .values({ ...dealRow(settlementId, settlementVisit), status: 'confirmed' })
  await db.insert(cashPayments).values({
    ...dealRow(paymentId, paymentVisit),
    cashAmountPaise: 0,
    payoutMethod: 'cash',
    upiReference: '',
    cashReceiptUrl: '',
  })
  const [hash = ''] = VICTIM_PHOTO.split('.')
  await db.insert(photos).values({ hash, runnerId: MOHAN, type: 'image/jpeg', bytes: PHOTO.length })
  const answer = { status: 201, body: `{"name":"${SECRET.name}"}`, requestHash: 'none' }
  await db.insert(idempotencyKeys).values({ runnerId: MOHAN, key: 'key-of-another', ...answer })
}

const dealRow = (invoiceId: string, visitId: string) => ({
  invoiceId,
  visitId,
  runnerId: MOHAN,
  customerId: 301,
  contentHash: 'none',
  customerName: SECRET.name,
  hairType: 'Black Hair',
  hairWeightGrams: 100,
  hairValuePaise: 350_00,
  itemsTotalPaise: 0,
  balancePaise: 350_00,
  balanceType: 'return' as const,
  hairPhotoUrl: `/api/images/${VICTIM_PHOTO}`,
  latitude: 18,
  longitude: 79,
  address: SECRET.place,
  hairLines: [],
  items: [],
  completedAt: new Date(0),
})

async function storeFiles(dataDir: string): Promise<void> {
  const uploads = join(dataDir, 'uploads')
  const photo = join(dataDir, 'photos', VICTIM_PHOTO.slice(0, 2))
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  await mkdir(photo, { recursive: true, mode: 0o700 })
  await writeFile(join(photo, VICTIM_PHOTO), PHOTO)
  await writeFile(join(uploads, VICTIM_UPLOAD), 'half a photo')
  const upload = { id: VICTIM_UPLOAD, size: 1_000, offset: 0, metadata: {} }
  await writeFile(join(uploads, `${VICTIM_UPLOAD}.json`), JSON.stringify(upload))
}
