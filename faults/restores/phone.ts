/** One of several phones, with the outbox, the storage and the encryption of the app, in real time. */
import type { PhotoRole } from '@veni/domain/photo'
import type { OutboxEntry } from '../../web/src/outbox/entry.ts'
import type { Sealing } from '../../web/src/outbox/reconciliation/sent-rows-of.ts'
import type { VisitMade } from '../expected-state.ts'
import { completeVisit, type DealAction, newVisitMade, photographVisit } from '../make-deal.ts'
import { clearPhone } from '../clear-phone.ts'
import type { App, LoadedPhone } from '../phone-apps.ts'
import { newPhotoBytes } from '../photo.ts'
import type { Random } from '../random.ts'
import { uuidFrom } from '../real-sources.ts'
import type { SignedIn } from '../server-parts.ts'
import { inPhone } from '../tab.ts'
import { firstPrices } from '../prices.ts'
import { visitWith } from '../visits.ts'

interface PhoneDeps {
  readonly loaded: LoadedPhone
  /** Of its runner. */
  readonly number: string
  readonly random: Random
  readonly fetch: (url: string, init: RequestInit, cookie: string) => Promise<Response>
  readonly signIn: () => Promise<SignedIn>
  /** An entry that the phone has stored. */
  readonly onStored: (entry: OutboxEntry) => void
}

export class Phone {
  readonly #deps: PhoneDeps
  readonly #outbox: ReturnType<App['createOutbox']>
  #cookie = ''
  #publicKey: string | undefined
  #isSignInAsked = true

  private constructor(deps: PhoneDeps) {
    this.#deps = deps
    this.#outbox = this.#createOutbox()
    this.#app.provideOutbox(() => this.#outbox)
  }

  static async open(deps: PhoneDeps): Promise<Phone> {
    await clearPhone(deps.loaded)
    return inPhone(deps.loaded.parts, () => new Phone(deps))
  }

  get #app() {
    return this.#deps.loaded.app
  }

  #do<TResult>(work: (app: App) => TResult): TResult {
    return inPhone(this.#deps.loaded.parts, () => work(this.#app))
  }

  get isSignInAsked() {
    return this.#isSignInAsked
  }

  async signIn(): Promise<void> {
    const { runnerId } = await this.#signInAtOffice()
    this.#isSignInAsked = false
    const { number } = this.#deps
    this.#do((app) => app.startSession(number, { id: runnerId, name: number }))
  }

  /** As after a recovery that has the session still: the app notices nothing. */
  async continueSession(): Promise<void> {
    await this.#signInAtOffice()
  }

  async #signInAtOffice(): Promise<SignedIn> {
    const signedIn = await this.#deps.signIn()
    this.#cookie = signedIn.cookie
    this.#publicKey = signedIn.publicKey
    return signedIn
  }

  wake(): Promise<unknown> {
    return this.#do(() => this.#outbox.wake())
  }

  /** Photographs and completes a visit. @returns what the runner typed, photographed and saw */
  makeDeal(action: DealAction, customerId: string): Promise<VisitMade> {
    const { random } = this.#deps
    return this.#do(async (app) => {
      const contents = { ...action.contents, prices: firstPrices }
      const visit = visitWith(uuidFrom(random), customerId, contents)
      const made = newVisitMade(visit.id, action, contents, {
        by: this.#deps.number,
        isRefused: false,
      })
      const photograph = (role: PhotoRole) =>
        photographVisit(app, { visit, role, takenAt: Date.now(), bytes: newPhotoBytes(random) })
      const packet = await photograph('packet')
      const receipt = action.kind === 'cash payment' ? await photograph('receipt') : undefined
      for (const one of [packet, receipt]) if (one) made.photos.set(one.photo.id, one.sha256)
      const parts = { app, packet: packet.photo, receipt: receipt?.photo }
      made.shown.push(await completeVisit(visit, action, made, parts))
      return made
    })
  }

  /** Whether everything is sent, or needs a person, and is compared with the database of this epoch. */
  async isSettled(epoch: string): Promise<boolean> {
    const publicKey = this.#publicKey
    if (this.#isSignInAsked || publicKey === undefined) return false
    return this.#do(async ({ sentStorage, keyOf, isOnItsWay, listEntries, owner }) => {
      const phone = await sentStorage.phones.get(keyOf(publicKey, ''))
      const unconfirmed = await sentStorage.unconfirmed.getKeys()
      const isUnsent = (await listEntries(owner())).some(isOnItsWay)
      return !isUnsent && unconfirmed.length === 0 && [undefined, epoch].includes(phone?.epoch)
    })
  }

  /** What the phone has after a restore. */
  readFinal() {
    return this.#do(async ({ listDeals, listEntries, owner }) => ({
      deals: await listDeals(owner()),
      waiting: await listEntries(owner()),
    }))
  }

  #createOutbox() {
    const { random, onStored } = this.#deps
    const { createOutbox, entryStore, session, owner } = this.#app
    return createOutbox({
      storage: {
        ...entryStore,
        async storeDealOnce(deal, entry, requireOwner) {
          const stored = await entryStore.storeDealOnce(deal, entry, requireOwner)
          if (entry) onStored(entry)
          return stored
        },
      },
      ...this.#createCalls(),
      session: {
        refresh: () => Promise.resolve(),
        owner: () => (session.get() ? owner() : undefined),
        current: session.get,
        onSignedOut: () => void (this.#isSignInAsked = true),
      },
      sender: 'the only page',
      lock: (pass) => pass(true),
      clock: { now: () => Date.now(), after: startTimer },
      random,
      onEntries: () => {},
      publish: () => {},
      onWorkLeft: () => {},
    })
  }

  #createCalls() {
    const app = this.#app
    const { fetch } = this.#deps
    const client = app.createClient({
      fetch: app.guardFetch((url: string, init: RequestInit = {}) =>
        fetch(url, init, this.#cookie),
      ),
      timeout: (ms) => AbortSignal.timeout(ms),
    })
    const { callApi } = client
    const sealing: Sealing = {
      findPublicKey: () => Promise.resolve(this.#publicKey),
      createSealer: app.createSealer,
      createOpener: app.createOpener,
    }
    const { storePhoto, ...sent } = app.createSentStore(sealing)
    const photos = app.createPhotoTransport({
      ...client,
      lockPhoto: (_id, upload) => upload(),
      storeSentPhoto: storePhoto,
    })
    const entries = {
      listHeads: app.listHeads,
      listIds: app.listIds,
      changeEntry: app.changeEntry,
      rebuildEntry: app.rebuildEntry,
    }
    const clock = { now: () => Date.now() }
    return {
      transport: app.createTransport({ callApi, photos, ...sent }),
      reconciliation: {
        ...sent,
        reconcile: (owner: string, requireOwner: () => Promise<void>) =>
          app.reconcile(owner, { callApi, requireOwner, entries, sealing, alone, clock }),
      },
    }
  }
}

/** Nobody signs out. */
const alone = <TResult>(work: () => Promise<TResult>) => work()

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
