/** Before the signal goes: a visit in a village is valued by the office's prices, and offers its gifts. */
import { noop } from '@tanstack/react-query'
import { paths } from '../paths.ts'
import { session } from '../state/session.ts'
import { hairPricesQuery, productsQuery } from './catalogue-queries.ts'
import { queryClient } from './query-client.ts'

/** On a weak link the list itself comes first. */
const AFTER_MS = 3_000

/** Fetches both ahead for whoever is signed in, now and from then on. */
export function keepCatalogue(): void {
  fetchSoon()
  session.subscribe(fetchSoon)
}

function fetchSoon(): void {
  setTimeout(() => {
    // Until the code is entered the office refuses; then the session changes, and this comes again.
    if (!session.get() || location.pathname === paths.otp()) return
    void queryClient.query(productsQuery()).catch(noop)
    void queryClient.query(hairPricesQuery()).catch(noop)
  }, AFTER_MS)
}
