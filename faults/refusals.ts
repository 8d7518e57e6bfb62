import { isOnItsWay } from '../web/src/outbox/entries.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { PhoneInUse } from './phone-in-use.ts'
import { PHONES } from './people.ts'

/** @returns the entries of its owner that need nobody but the phone */
export async function listOnTheirWay({ phone }: PhoneInUse): Promise<readonly OutboxEntry[]> {
  return (await phone.do(({ listEntries }) => listEntries(PHONES[phone.who]))).filter(isOnItsWay)
}
