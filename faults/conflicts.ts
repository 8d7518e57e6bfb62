/** A runner ends each conflict with the office: sends the change again, or leaves the customer as the office has them. */
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { PHONES, type Who } from './people.ts'
import { inTab } from './tab.ts'

/** To be called when nothing fails any longer. @returns whether there was a conflict */
export async function answerConflicts(
  { phone, plan, expected, name }: PhoneInUse,
  who: Who,
  { randomOf, trace }: AllPhones,
): Promise<boolean> {
  const random = randomOf(`answers of ${name}`)
  const entries = await phone.do(({ listEntries }) => listEntries(PHONES[who]))
  const conflicts = entries.filter(({ refusal }) => refusal?.code === 'conflict')
  for (const { id } of conflicts) {
    const tab = phone.tabInUse(random)
    const isSentAgain = random() < 0.5
    trace(name, isSentAgain ? 'sends again' : 'leaves to the office', id)
    plan.count(isSentAgain ? 'conflict sent again' : 'conflict left to the office')
    ;(isSentAgain ? expected.sentAgain : expected.leftToOffice).add(id)
    void inTab(tab, () => (isSentAgain ? tab.outbox.resume(id) : tab.outbox.withdraw(id)))
  }
  return conflicts.length > 0
}
