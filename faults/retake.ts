/** The runner takes another photo in the place of each one that the server has refused or the phone has lost. */
import type { BadPhoto } from '../web/src/outbox/stores/later-photo-store.ts'
import { isPhotoLost, mayLosePhotos } from './expected-losses.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import type { FaultPlan } from './fault-plan.ts'
import { PHOTO_CUT, PHOTO_REPLACED } from './faults.ts'
import { photographVisit, type PhotoOfVisit } from './make-deal.ts'
import { isCut } from './photo.ts'
import type { Phone } from './phone.ts'
import type { Tab } from './tab.ts'

export interface PhotoDeps {
  readonly phone: Phone
  readonly expected: ExpectedState
  readonly plan: FaultPlan
}

interface RetakeDeps extends PhotoDeps {
  /** The bytes of the next photo. */
  readonly takeBytes: () => ArrayBuffer
  /** Whether the runner has the packet or the receipt still. */
  readonly canRetake: (bad: BadPhoto) => boolean
}

/**
 * Stores a photo of a visit, and notes what it is. After a sign-out the other runner sees another screen: nobody takes a
 * photo for this visit, which the app would store as a photo of the other runner.
 */
export async function takePhoto(made: VisitMade, taken: PhotoOfVisit, { phone, plan }: PhotoDeps) {
  if (phone.app.owner() !== made.by) throw new Error('the phone is lent')
  const { photo, sha256 } = await photographVisit(phone.app, taken)
  made.photos.set(photo.id, sha256)
  if (isCut(taken.bytes)) {
    made.cutPhotos.add(photo.id)
    plan.count(PHOTO_CUT)
  }
  return photo
}

/** As the field on /profile does, with each photo of a deal that cannot be sent. */
export async function retakePhotos(made: VisitMade, tab: Tab, deps: RetakeDeps): Promise<void> {
  const { phone, plan } = deps
  const { app } = phone
  const entry = (await app.listEntries(app.owner())).find(({ id }) => id === made.id)
  const bad = (entry ? await app.listBadPhotos(entry) : []).filter(deps.canRetake)
  for (const one of bad) {
    judge(one, made, deps)
    const visit = { id: made.id, customer: { id: entry?.customerId ?? '' } }
    const taken = { visit, role: one.role, takenAt: phone.time(), bytes: deps.takeBytes() }
    const photo = await takePhoto(made, taken, deps)
    made.replacedPhotos.set(photo.id, one.id)
    await app.replacePhoto(made.id, one, photo, taken.takenAt)
    plan.count(PHOTO_REPLACED)
    await tab.outbox.resume(made.id)
  }
}

/** The app asks for another photo only if the server has to refuse the first one, or the phone may lose it. */
function judge({ id, reason }: BadPhoto, made: VisitMade, { expected, plan }: PhotoDeps): void {
  const isRight =
    reason === 'photo-lost'
      ? isPhotoLost(expected, id) || mayLosePhotos(plan, expected)
      : (reason === 'wrong-type' && made.cutPhotos.has(id)) ||
        (reason === '413' && plan.counts.has('HTML 413'))
  if (!isRight) expected.violations.add(`the app asks for another photo than ${id}: ${reason}`)
}
