import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import * as v from 'valibot'

const takenSchema = v.object({ isLinkTaken: v.literal(true) })

/**
 * Takes from a link what the runner can change afterwards (weights, hair value), once per visit of the address:
 * a reload or the way back must not undo what was typed since.
 */
export function useLinkOnce(isReady: boolean, take: () => void): void {
  const [pathname, navigate] = useLocation()
  const search = useSearch()
  const isTaken = v.is(takenSchema, useHistoryState<unknown>())
  const takeIt = useEffectEvent(take)
  // The mark lives in the history entry: the address stays as it was shared.
  const markTaken = useEffectEvent(() =>
    navigate(search ? `${pathname}?${search}` : pathname, {
      replace: true,
      state: { isLinkTaken: true },
    }),
  )
  useEffect(() => {
    if (!isReady || isTaken) return undefined
    takeIt()
    // In a task of its own: what the link brought is on the screen before.
    const timer = setTimeout(markTaken)
    return () => clearTimeout(timer)
  }, [isReady, isTaken])
}
