import { startTransition, useEffect, useState } from 'react'
import type { Readable } from '../lib/value-store.ts'

/**
 * What a query last answered, drawn in slices: a list that comes while he types or scrolls never holds up a frame. What
 * he does himself is drawn at once, with `useValue`.
 */
export function useQuery<T>(query: Readable<T>): T {
  const [drawn, setDrawn] = useState({ query, state: query.get() })
  useEffect(() => {
    const draw = () => {
      const state = query.get()
      setDrawn((last) => (last.query === query && last.state === state ? last : { query, state }))
    }
    const stop = query.subscribe(() => startTransition(draw))
    // What changed since it was drawn, or changed with the first viewer.
    draw()
    return stop
  }, [query])
  return drawn.query === query ? drawn.state : query.get()
}
