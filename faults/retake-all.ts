/** At the end of a shift the runner takes another photo in the place of each one that cannot be sent. */
import type { BadPhoto } from '../web/src/outbox/stores/later-photo-store.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { PHONES, type Who } from './people.ts'
import { takeWholePhoto } from './photo.ts'
import { isRefusedBySize } from './refused-by-size.ts'
import { retakePhotos } from './retake.ts'
import { inTab } from './tab.ts'

/** To be called when nothing fails any longer. @returns whether the runner takes a photo now */
export async function retakeAll(
  { phone, plan, expected, name }: PhoneInUse,
  who: Who,
  { randomOf, trace }: AllPhones,
): Promise<boolean> {
  const camera = randomOf(`last photos of ${name}`)
  const takeBytes = () => takeWholePhoto(camera, camera)
  const { listEntries, listBadPhotos } = phone.app
  let isAnyTaken = false
  const entries = await phone.do(() => listEntries(PHONES[who]))
  for (const entry of entries.filter((one) => !isRefusedBySize(one))) {
    const made = expected.visits.get(entry.visitId ?? '')
    const hasLostThings = camera() < 0.5
    const canRetake = ({ reason }: BadPhoto) => reason !== 'photo-lost' || !hasLostThings
    const bad = await phone.do(() => listBadPhotos(entry))
    // A database that was rolled back may not know which photo was refused. Sent again, it is refused again.
    const isUnknown = bad.length === 0 && entry.refusal?.code === 'wrong-type'
    if (!made || !(isUnknown || bad.some(canRetake))) continue
    isAnyTaken = true
    const tab = phone.tabInUse(camera)
    if (isUnknown) {
      void inTab(tab, () => tab.outbox.resume(entry.id))
      continue
    }
    trace(name, 'takes other photos for', made.id)
    void inTab(tab, () => retakePhotos(made, tab, { phone, plan, expected, takeBytes, canRetake }))
  }
  return isAnyTaken
}
