/** Work that an intermediary has refused for the size of its call. The runner sends it again. */
import { findInvoiceId } from '@veni/domain/work'
import { isOnItsWay } from '../web/src/outbox/entries.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { SENT_AGAIN } from './faults.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { PHONES, type Who } from './people.ts'
import { isRefusedBySize } from './refused-by-size.ts'
import { inTab } from './tab.ts'

/** To be called when nothing fails any longer. @returns whether anything was sent again */
export async function sendAgain(
  { phone, plan, name }: PhoneInUse,
  who: Who,
  { randomOf, trace }: AllPhones,
): Promise<boolean> {
  const random = randomOf(`repeats of ${name}`)
  const entries = await phone.do(({ listEntries }) => listEntries(PHONES[who]))
  const refused = entries.filter(isRefusedBySize)
  for (const { id } of refused) {
    const tab = phone.tabInUse(random)
    trace(name, 'sends again', id)
    plan.count(SENT_AGAIN)
    void inTab(tab, () => tab.outbox.resume(id))
  }
  return refused.length > 0
}

/** @returns the entries of its owner that need nobody but the phone: a delivery waits while its settlement is refused */
export async function listOnTheirWay({ phone }: PhoneInUse): Promise<readonly OutboxEntry[]> {
  const entries = await phone.do(({ listEntries }) => listEntries(PHONES[phone.who]))
  const refused = entries.filter(isRefusedBySize).map(({ work }) => findInvoiceId(work))
  const isWaiting = ({ work }: OutboxEntry) =>
    work.kind === 'settlement-delivered' && refused.includes(work.invoiceId)
  return entries.filter((entry) => isOnItsWay(entry) && !isWaiting(entry))
}
