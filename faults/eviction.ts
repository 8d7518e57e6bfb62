/** The browser deletes everything that it has stored for the app. */
import { noteEviction } from './expected-state.ts'
import { whileBusy } from './idle.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { PHONES } from './people.ts'

/**
 * Afterwards the runner opens the app again and signs in, and does not continue what they had begun.
 * @param areCookiesLost whether the browser also deletes the cookies, as when a person deletes the data of a site
 */
export async function evict(
  one: PhoneInUse,
  areCookiesLost: boolean,
  { trace }: AllPhones,
): Promise<void> {
  const { phone, expected, cookies, name } = one
  phone.closePages()
  const deals = await whileBusy(
    phone.do(async ({ listDeals }) =>
      (await Promise.all(Object.values(PHONES).map(listDeals))).flat(),
    ),
  )
  noteEviction(expected, deals)
  trace(name, 'has lost', deals.length, 'deals', areCookiesLost ? 'and the cookies' : '')
  await phone.evict()
  if (areCookiesLost) cookies.clear()
  phone.openTab()
  phone.signIns.want()
}
