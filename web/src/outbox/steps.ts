/**
 * What each kind of work sends, in order. A step is one call (or one per photo) with a key of its own; an
 * acknowledged step is never sent again, so a chain that broke in the middle goes on where it broke.
 */
import { customerUpdateApi } from '@veni/domain/api/customer-update'
import { dealsApi } from '@veni/domain/api/deals'
import { ordersApi } from '@veni/domain/api/orders'
import { errorReplySchema } from '@veni/domain/api/protocol'
import type { Endpoint } from '@veni/domain/endpoint'
import { orderReplySchema } from '@veni/domain/order'
import { callTimings } from '@veni/domain/timings'
import * as v from 'valibot'
import { callApi } from '../api/client.ts'
import { isNotOffered } from '../api/failure.ts'
import { uploadStoredPhoto } from './photo-upload.ts'
import type { OutboxEntry, Work, WorkKind, WorkOf } from './entry.ts'
import { readPhoto } from './photo-store.ts'

const EXTENSION_TIMEOUT_MS = 15_000

/** What a step learned; merged into the entry. */
type Learned = Pick<OutboxEntry, 'orderId' | 'staysHere'>

interface Step<TWork extends Work = Work> {
  readonly name: string
  // A method, so that a step for several kinds of work fits into the plan of each.
  run(work: TWork, entry: OutboxEntry): Promise<Learned | void>
}

/** A JSON answer that is not one of our refusals; what an update answers is not specified (spec §7). */
const anyAnswer = v.pipe(
  v.unknown(),
  v.check((reply) => !v.is(errorReplySchema, reply)),
)

const key = (entry: OutboxEntry, step: string) => `${entry.id}:${step}`

const createOrder: Step<WorkOf<'single-order' | 'cash-payment'>> = {
  name: 'order',
  async run(work, entry) {
    if (entry.orderId !== undefined) return
    const orderId = await callApi(ordersApi.createOrder, {
      body: work.order,
      accepts: orderReplySchema,
      timeoutMs: callTimings.createOrder.timeoutMs,
      idempotencyKey: key(entry, 'order'),
    })
    return { orderId }
  },
}

const deliverOrder: Step<WorkOf<'single-order' | 'cash-payment'>> = {
  name: 'delivered',
  run: (work, entry) => putOrder(entry, work.delivered, 'delivered'),
}

async function putOrder(
  entry: OutboxEntry,
  body: WorkOf<'cash-payment'>['delivered'],
  step: string,
): Promise<void> {
  await callApi(ordersApi.updateOrder, {
    params: { id: entry.orderId ?? '' },
    body,
    accepts: anyAnswer,
    timeoutMs: callTimings.updateOrder.timeoutMs,
    idempotencyKey: key(entry, step),
  })
}

async function putCustomer(
  entry: OutboxEntry,
  body: WorkOf<'customer-update'>['body'],
): Promise<void> {
  await callApi(customerUpdateApi.updateCustomer, {
    params: { id: entry.customerId },
    body,
    accepts: anyAnswer,
    timeoutMs: callTimings.updateCustomer.timeoutMs,
    idempotencyKey: key(entry, 'customer'),
  })
}

/** A call that only our server has: where it is not offered the record stays on the phone (ruling 2). */
async function callExtension(
  endpoint: Endpoint,
  entry: OutboxEntry,
  step: string,
  call: { readonly body: unknown; readonly params?: Readonly<Record<string, string>> },
): Promise<Learned | void> {
  try {
    await callApi(endpoint as Endpoint & { body: v.GenericSchema<unknown> }, {
      ...call,
      accepts: v.looseObject({}),
      timeoutMs: EXTENSION_TIMEOUT_MS,
      idempotencyKey: key(entry, step),
    })
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return { staysHere: true }
  }
}

/** Deal data first, photos after: a photo on a weak link must not hold the money's record back. */
const sendPhotos: Step<WorkOf<'cash-payment' | 'settlement'>> = {
  name: 'photos',
  async run(work) {
    for (const { id } of work.photos) await uploadStoredPhoto(id)
  },
}

/** Tells the order where photos went that were not yet uploaded when it was made. */
const linkPhotos: Step<WorkOf<'cash-payment'>> = {
  name: 'photo-links',
  async run(work, entry) {
    const urls = await Promise.all(
      work.photos.map(async ({ id, role }) => [role, (await readPhoto(id))?.url ?? ''] as const),
    )
    const { packet = '', receipt = '' } = Object.fromEntries(urls)
    const { hair_photo_url: sentPacket = '', cash_receipt_url: sentReceipt = '' } = work.delivered
    if (packet === sentPacket && receipt === sentReceipt) return
    const body = { ...work.delivered, hair_photo_url: packet, cash_receipt_url: receipt }
    await putOrder(entry, body, 'photo-links')
  },
}

const plans: { readonly [TKind in WorkKind]: readonly Step<WorkOf<TKind>>[] } = {
  'customer-update': [{ name: 'customer', run: (work, entry) => putCustomer(entry, work.body) }],
  'single-order': [
    createOrder,
    deliverOrder,
    { name: 'customer', run: (work, entry) => putCustomer(entry, work.customer) },
  ],
  'cash-payment': [
    createOrder,
    deliverOrder,
    {
      name: 'record',
      run: ({ payment }, entry) =>
        callExtension(dealsApi.recordCashPayment, entry, 'record', {
          body: { ...payment, order_id: entry.orderId },
        }),
    },
    sendPhotos,
    linkPhotos,
  ],
  settlement: [
    {
      name: 'record',
      run: ({ settlement }, entry) =>
        callExtension(dealsApi.recordSettlement, entry, 'record', { body: settlement }),
    },
    sendPhotos,
  ],
  'settlement-delivered': [
    {
      name: 'delivered',
      run: ({ invoiceId }, entry) =>
        callExtension(dealsApi.updateSettlement, entry, 'delivered', {
          params: { id: invoiceId },
          body: { status: 'delivered' },
        }),
    },
  ],
}

export interface NextStep {
  readonly name: string
  readonly run: () => Promise<Learned | void>
}

/** The first step that the office has not acknowledged yet; undefined when all are. */
export function nextStep(entry: OutboxEntry): NextStep | undefined {
  const plan: readonly Step[] = plans[entry.work.kind]
  const step = plan.find(({ name }) => !entry.done.includes(name))
  return step && { name: step.name, run: () => step.run(entry.work, entry) }
}
