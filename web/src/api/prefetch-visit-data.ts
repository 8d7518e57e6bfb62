import { paths } from '../paths.ts'
import { session } from '../state/session.ts'
import { hairPricesQuery } from './hair-prices-query.ts'
import { productsQuery } from './products-query.ts'
import { prefetch } from './query-client.ts'

/** On a weak network the customer list comes first. */
const DELAY_MS = 3_000

/** Fetches products and hair prices ahead for each signed-in runner, because a visit may have no network. */
export function prefetchVisitData(): void {
  fetchSoon()
  session.subscribe(fetchSoon)
}

function fetchSoon(): void {
  setTimeout(() => {
    // The server refuses until the runner has entered the code. Then the session changes, and this function runs again.
    if (!session.get() || location.pathname === paths.otp()) return
    prefetch(productsQuery())
    prefetch(hairPricesQuery())
  }, DELAY_MS)
}
