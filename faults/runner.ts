/** The runner: makes the actions of the shift, and repeats them when a page dies or the phone fails. */
import type { Deal, DealOf } from '@veni/domain/deal'
import type { PhotoRole } from '@veni/domain/photo'
import type { Visit } from '@veni/domain/visit'
import { newEntry } from '../web/src/outbox/entry.ts'
import type { VirtualClock } from './clock.ts'
import { firstPrices, type PriceList } from './prices.ts'
import { longText, toProducts, visitWith } from './visits.ts'
import type { CustomerList } from './customer-list.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import type { FaultPlan } from './fault-plan.ts'
import { completeVisit, type DealAction, newVisitMade } from './make-deal.ts'
import { takePhotoBytes } from './photo.ts'
import { between, type Random } from './random.ts'
import { uuidFrom } from './real-sources.ts'
import { retakePhotos, takePhoto } from './retake.ts'
import { type Customers, otherThan, PHONES, type Who } from './people.ts'
import { triesAgainAfter, createTasks } from './tasks.ts'
import type { Phone } from './phone.ts'
import type { RunnerAction } from './shift.ts'
import type { Tab } from './tab.ts'

interface RunnerDeps {
  readonly clock: VirtualClock
  /** Not that of a page, so that the same work has the same id in every tab. */
  readonly random: Random
  readonly camera: Random
  readonly phone: Phone
  readonly who: Who
  readonly expected: ExpectedState
  readonly plan: FaultPlan
  readonly customers: Customers
  readonly customerList: CustomerList
  readonly priceList: PriceList
  readonly trace: (...parts: unknown[]) => void
}

/** Of the runner at the photos of a deal. */
const MOST_LOOKS = 3

export class Runner {
  readonly #deps: RunnerDeps
  readonly #startTask: ReturnType<typeof createTasks>

  constructor(deps: RunnerDeps) {
    this.#deps = deps
    this.#startTask = createTasks(deps)
  }

  do(action: RunnerAction) {
    switch (action.kind) {
      case 'cash payment':
      case 'settlement':
        return this.#makeDeal(action, this.#customer(action.customer))
      case 'customer of the other runner':
        return this.#makeDeal(
          {
            kind: 'settlement',
            customer: 0,
            contents: action.contents,
            taps: 1,
            sendsPhotosAtOnce: false,
            deliveredAfter: undefined,
          },
          this.#customer(1, otherThan(this.#deps.who)),
          true,
        )
      case 'status':
        return this.#setStatus(this.#customer(action.customer), action.status)
      case 'single order':
        return this.#order(action.product, action.presses)
    }
  }

  #customer(index: number, whose: Who = this.#deps.who) {
    const { customers } = this.#deps
    return customers[whose][index] ?? customers.common
  }

  async #makeDeal(action: DealAction, customerId: string, isRefused = false) {
    const { random, expected, priceList } = this.#deps
    const contents = { ...action.contents, prices: await priceList.show() }
    const visit = visitWith(uuidFrom(random), customerId, contents)
    const made = newVisitMade(visit.id, action, contents, { by: PHONES[this.#deps.who], isRefused })
    expected.visits.set(visit.id, made)
    let openedAfter: number | undefined
    this.#startTask(`${action.kind} ${visit.id}`, (tab) => {
      const { signOuts } = this.#deps.phone.signIns
      openedAfter ??= signOuts
      return this.#payDeal(tab, action, visit, { made, isClosed: openedAfter !== signOuts })
    })
  }

  /** @param isClosed whether a sign-out has closed the visit: without a deal the runner begins another one */
  async #payDeal(
    tab: Tab,
    action: DealAction,
    visit: Visit,
    { made, isClosed }: { readonly made: VisitMade; readonly isClosed: boolean },
  ) {
    // A reopened page shows a deal that is stored; only without one the runner taps again.
    const { app } = this.#deps.phone
    const there = await app.readDeal(visit.id)
    if (there) return this.#show(tab, made, there)
    if (isClosed) return this.#makeDeal(action, visit.customer.id, made.isRefused)
    const packet = await this.#photograph(visit, 'packet', action, made)
    const receipt =
      action.kind === 'cash payment'
        ? await this.#photograph(visit, 'receipt', action, made)
        : undefined
    // After a sign-out the other runner sees another screen, without this button.
    if (!this.#deps.phone.isSignedIn(this.#deps.who)) throw new Error('the phone is lent')
    const deals = await Promise.all(
      Array.from({ length: action.taps }, () =>
        completeVisit(visit, action, made, { app, packet, receipt }),
      ),
    )
    for (const deal of deals) this.#show(tab, made, deal)
    if ([packet, receipt].some((photo) => photo && made.cutPhotos.has(photo.id)))
      this.#retakeLater(made)
    if (action.kind === 'settlement' && action.deliveredAfter !== undefined)
      this.#deps.clock.after(action.deliveredAfter, () => this.#handOver(visit.id, made))
  }

  async #photograph(visit: Visit, role: PhotoRole, action: DealAction, made: VisitMade) {
    const { phone, random, camera } = this.#deps
    const { app } = phone
    const bytes = takePhotoBytes(random, camera)
    const photo = await takePhoto(made, { visit, role, takenAt: phone.time(), bytes }, this.#deps)
    if (action.sendsPhotosAtOnce)
      void app
        .trySendPhoto(photo)
        .catch((error: unknown) => this.#deps.trace('photo', String(error)))
    return photo
  }

  #show(tab: Tab, made: VisitMade, deal: Deal) {
    if (!tab.isAlive) return
    this.#deps.trace(tab.name, 'shows completed', deal.invoiceId)
    made.shown.push(deal)
  }

  /** The runner looks a few times whether the server has refused a photo. The next one may be cut, too. */
  #retakeLater(made: VisitMade, looks = MOST_LOOKS) {
    const { clock, random, camera, plan } = this.#deps
    if (looks === 0) return
    const takeBytes = () => takePhotoBytes(random, camera)
    clock.after(between(camera, 2_000, 40_000), () =>
      this.#startTask(`look at the photos of ${made.id}`, async (tab) => {
        // From then on `retakeAll` takes the photos and waits until they are sent. A photo that is taken here could be sent too late.
        if (plan.isOver()) return
        await retakePhotos(made, tab, { ...this.#deps, takeBytes, canRetake: () => true })
        this.#retakeLater(made, looks - 1)
      }),
    )
  }

  #handOver(visitId: string, made: VisitMade) {
    this.#startTask(`hand over ${visitId}`, async (tab) => {
      const { app } = this.#deps.phone
      const deal = (await app.readDeal(visitId)) as DealOf<'settlement'> | undefined
      if (!deal || deal.record.status === 'delivered') return
      await app.markDelivered(deal)
      if (tab.isAlive) made.isDeliveryShown = true
    })
  }

  async #setStatus(customerId: string, status: string) {
    const { clock, random, phone, expected } = this.#deps
    const id = uuidFrom(random)
    const seen = await this.#deps.customerList.show(customerId)
    const at = new Date(clock.now()).toISOString()
    this.#startTask(
      `status ${status}`,
      async (tab) => {
        const body = { status, notes: longText(`Note ${id}`) }
        await tab.outbox.enqueue(
          newEntry({
            id,
            owner: phone.app.owner(),
            customerId,
            createdAt: phone.time(),
            work: { kind: 'customer-update', body, seen: { ...seen, at } },
          }),
        )
        if (tab.isAlive) expected.shownAsStored.add(id)
      },
      0,
    )
  }

  #order(productIndex: number, presses: number) {
    const { clock, random, expected, trace, phone } = this.#deps
    const product = toProducts(firstPrices)[productIndex]
    if (!product) return
    const nothing = { milligrams: [], pieces: [], prices: firstPrices }
    const visit = visitWith(uuidFrom(random), this.#customer(3), nothing)
    let openedAfter: number | undefined
    const press = (left: number) =>
      this.#startTask(`order ${product.productId}`, async (tab) => {
        openedAfter ??= phone.signIns.signOuts
        if (openedAfter !== phone.signIns.signOuts) return
        // Nothing on the phone knows of the order, so the runner asks the office before they order again.
        if (expected.lostOrders.has(visit.id)) return
        phone.app.entries.set(tab.entries)
        const form = {
          purchaseType: 'cash',
          hairWeight: '',
          cashAmount: '100',
          deliveryAddress: 'Karimnagar',
        } as const
        const placed = await phone.app.placeSingleOrder(visit, product, form)
        if (!tab.isAlive) return
        if (placed) {
          expected.shownOrders.push(visit.id)
          // The runner has seen the order, even if the page dies now.
          phone.app
            .markOrderReported(visit, product)
            .catch((error: unknown) => trace('order', String(error)))
        } else if (left > 1) clock.after(triesAgainAfter(random), () => press(left - 1))
      })
    press(presses)
  }
}
