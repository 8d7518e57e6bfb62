import type { CustomerSection } from '@veni/domain/customer'
import { customerMatcher } from '@veni/domain/customer/search'
import { useEffect } from 'react'

/** Reads the customers for a search in idle moments, so that its first letter is answered as soon as its second. */
export function useSearchAhead(sections: readonly CustomerSection[]): void {
  useEffect(() => {
    // Safari has none: there the first letter does the reading.
    if (!('requestIdleCallback' in window)) return undefined
    const matches = customerMatcher('a')
    const unread = sections.flatMap(({ customers }) => customers).values()
    let handle = requestIdleCallback(read)
    function read(idle: IdleDeadline) {
      for (const customer of unread) {
        matches?.(customer)
        if (idle.timeRemaining() < 2) {
          handle = requestIdleCallback(read)
          return
        }
      }
    }
    return () => cancelIdleCallback(handle)
  }, [sections])
}
