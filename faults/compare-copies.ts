import type { AllPhones } from './phone-in-use.ts'

/** In which a start compares the second copy with the database. */
const COMPARISON_LIMIT_MS = 10_000

/** A new page of each phone compares the second copy with the database. */
export async function compareCopies({ clock, phones, trace }: AllPhones): Promise<void> {
  const copied = phones.filter(({ phone }) => phone.caches)
  if (copied.length === 0) return
  trace('the second copies are compared')
  for (const { phone } of copied) {
    phone.closePages()
    phone.openTab()
  }
  await clock.runFor(COMPARISON_LIMIT_MS)
}
