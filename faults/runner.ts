/** The runner: does what his shift says, and what a person does when a page dies or a phone says no. */
import type { PhotoRole } from '@veni/domain/photo'
import { paise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import { keepPhoto, trySendPhoto } from '../web/src/features/photo/keep-photo.ts'
import { noteOrderTold, placeSingleOrder } from '../web/src/features/orders/place-single-order.ts'
import { completeCashPayment, completeSettlement } from '../web/src/features/deal/complete-deal.ts'
import { markDelivered } from '../web/src/features/deal/completed/mark-delivered.ts'
import { readDeal, type Deal, type DealOf } from '../web/src/outbox/deal-store.ts'
import { newEntry } from '../web/src/outbox/entry.ts'
import { entries } from '../web/src/outbox/entries.ts'
import type { StoredPhoto } from '../web/src/outbox/photo-store.ts'
import { owner } from '../web/src/state/session.ts'
import type { Clock } from './clock.ts'
import { products, visitWith, worthOf } from './goods.ts'
import type { Ledger, VisitMade } from './ledger.ts'
import type { Luck } from './luck.ts'
import type { Who } from './office.ts'
import { comesBackAfter, createPatience, isOwnSignedIn } from './patience.ts'
import type { Phone } from './phone.ts'
import { newPicture } from './picture.ts'
import type { Deed } from './shift.ts'
import { inTab, type Tab } from './tab.ts'

interface RunnerDeps {
  readonly clock: Clock
  readonly luck: Luck
  readonly phone: Phone
  readonly ledger: Ledger
  readonly customers: Readonly<Record<Who, readonly string[]>>
  readonly trace: (...parts: unknown[]) => void
}

type DealDeed = Extract<Deed, { kind: 'cash payment' | 'settlement' }>

const place = { latitude: 18.43, longitude: 79.13, address: 'Karimnagar' }

export function createRunner({ clock, luck, phone, ledger, customers, trace }: RunnerDeps) {
  const customer = (index: number, whose: Who = 'own') => customers[whose][index] ?? ''
  const work = createPatience({ clock, luck, phone, trace })

  function makeDeal(deed: DealDeed, customerId: string, isRefused = false) {
    const visit = visitWith(uuid(luck), customerId, deed.goods)
    const made: VisitMade = {
      id: visit.id,
      worth: worthOf(deed.goods),
      photos: new Map(),
      said: [],
      isRefused,
      isDeliverySaid: false,
    }
    ledger.visits.set(visit.id, made)
    work(`${deed.kind} ${visit.id}`, async (tab) => {
      // A page that comes back shows the deal that is there; only without one the runner taps again.
      const there = await readDeal(visit.id)
      if (there) return say(tab, made, there)
      const packet = await photograph(visit, 'packet', deed, made)
      const receipt =
        deed.kind === 'cash payment' ? await photograph(visit, 'receipt', deed, made) : undefined
      // The button goes with its runner: a colleague who has the phone by now finds another screen.
      if (!isOwnSignedIn()) throw new Error('the phone is lent')
      const deals = await Promise.all(
        Array.from({ length: deed.taps }, () => complete(visit, deed, packet, receipt)),
      )
      for (const deal of deals) say(tab, made, deal)
      if (deed.kind === 'settlement' && deed.deliveredAfter !== undefined)
        clock.after(deed.deliveredAfter, () => handOver(visit.id, made))
    })
  }

  function complete(
    visit: Visit,
    deed: DealDeed,
    packet: StoredPhoto,
    receipt: StoredPhoto | undefined,
  ) {
    if (deed.kind === 'settlement') return completeSettlement(visit, { packet, location: place })
    return completeCashPayment(visit, {
      packet,
      location: place,
      receipt,
      payoutMethod: deed.payoutMethod,
      upiReference: deed.payoutMethod === 'upi' ? '426811223344' : '',
      cashAmountPaise: paise(deed.paise),
    })
  }

  async function photograph(visit: Visit, role: PhotoRole, deed: DealDeed, made: VisitMade) {
    const photo = await keepPhoto({ bytes: newPicture(luck), type: 'image/gif' }, visit, role)
    if (deed.sendsPhotosAtOnce)
      void trySendPhoto(photo).catch((error: unknown) => trace('photo', String(error)))
    made.photos.set(photo.id, photo.sha256)
    return photo
  }

  function say(tab: Tab, made: VisitMade, deal: Deal) {
    if (!tab.isAlive) return
    trace(tab.name, 'says completed', deal.invoiceId)
    made.said.push(deal)
  }

  function handOver(visitId: string, made: VisitMade) {
    work(`hand over ${visitId}`, async (tab) => {
      const deal = (await readDeal(visitId)) as DealOf<'settlement'> | undefined
      if (!deal || deal.record.status === 'delivered') return
      await markDelivered(deal)
      if (tab.isAlive) made.isDeliverySaid = true
    })
  }

  function setStatus(customerId: string, status: string) {
    const id = uuid(luck)
    work(
      `status ${status}`,
      async (tab) => {
        const body = { status, notes: `Note ${id}` }
        await tab.outbox.enqueue(
          newEntry({
            id,
            owner: owner(),
            customerId,
            createdAt: phone.time(),
            work: { kind: 'customer-update', body },
          }),
        )
        if (tab.isAlive) ledger.promised.add(id)
      },
      0,
    )
  }

  function order(productIndex: number, presses: number) {
    const product = products[productIndex]
    if (!product) return
    const visit = visitWith(uuid(luck), customer(3), { decigrams: [], pieces: [] })
    const press = (left: number) =>
      work(`order ${product.productId}`, async (tab) => {
        entries.set(tab.entries)
        const form = {
          purchaseType: 'cash',
          hairWeight: '',
          cashAmount: '100',
          deliveryAddress: 'Karimnagar',
        } as const
        const placed = await placeSingleOrder(visit, product, form)
        if (!tab.isAlive) return
        if (placed) {
          ledger.ordersSaid.push(placed.orderId)
          // He knows it, whatever becomes of the page.
          noteOrderTold(visit, product).catch((error: unknown) => trace('order', String(error)))
        } else if (left > 1) clock.after(comesBackAfter(luck), () => press(left - 1))
      })
    press(presses)
  }

  async function lendPhone(staysFor: number) {
    if (!isOwnSignedIn()) return
    phone.signOut()
    await phone.signIn('colleague')
    const id = uuid(luck)
    const tab = phone.tabInUse()
    const body = { status: 'pending' }
    const entry = newEntry({
      id,
      owner: owner(),
      customerId: customer(0, 'colleague'),
      createdAt: phone.time(),
      work: { kind: 'customer-update', body },
    })
    inTab(tab, () => tab.outbox.enqueue(entry)).then(
      () => tab.isAlive && ledger.promised.add(id),
      (error: unknown) => trace('phone', 'refuses', 'status', String(error)),
    )
    clock.after(staysFor, async () => {
      phone.signOut()
      await phone.signIn('own')
    })
  }

  return {
    do(deed: Exclude<Deed, { kind: 'happening' }>) {
      switch (deed.kind) {
        case 'cash payment':
        case 'settlement':
          return makeDeal(deed, customer(deed.customer))
        case "another's customer":
          return makeDeal(
            {
              kind: 'settlement',
              customer: 0,
              goods: deed.goods,
              taps: 1,
              sendsPhotosAtOnce: false,
              deliveredAfter: undefined,
            },
            customer(1, 'colleague'),
            true,
          )
        case 'status':
          return setStatus(customer(deed.customer), deed.status)
        case 'single order':
          return order(deed.product, deed.presses)
        case 'colleague':
          return lendPhone(deed.staysFor)
      }
    },
  }
}

/** A page's own chance is not asked, so that the same work has the same name whoever does it. */
function uuid(luck: Luck): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(luck() * 16).toString(16))
  digits[12] = '4'
  digits[16] = '8'
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
