import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import * as v from 'valibot'

const appliedSchema = v.object({ isLinkTaken: v.literal(true) })

/**
 * Applies the values of a link that the runner can change afterwards (weights, hair value), once per history entry.
 * A reload or Back must not undo what the runner has typed since.
 */
export function useLinkOnce(isReady: boolean, apply: () => void): void {
  const [pathname, navigate] = useLocation()
  const search = useSearch()
  const isApplied = v.is(appliedSchema, useHistoryState<unknown>())
  const applyLink = useEffectEvent(apply)
  // The flag is in the history entry, so that the shared address does not change.
  const markApplied = useEffectEvent(() =>
    navigate(search ? `${pathname}?${search}` : pathname, {
      replace: true,
      state: { isLinkTaken: true },
    }),
  )
  useEffect(() => {
    if (!isReady || isApplied) return undefined
    applyLink()
    // A separate task, so that the applied values are painted first.
    const timer = setTimeout(markApplied)
    return () => clearTimeout(timer)
  }, [isReady, isApplied])
}
