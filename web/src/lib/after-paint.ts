/** A page in the background gets no frame. After this time it continues without one. */
const NO_FRAME_MS = 500

/** Resolves when the browser has painted the current content, or after {@link NO_FRAME_MS} without a frame. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, NO_FRAME_MS)
  })
}

let waiting: (() => void) | undefined

/**
 * Calls `act` after the next paint, so that a slow phone shows the pressed button before the work starts.
 * If it is called twice before the paint, only the second `act` runs. In a hidden page `act` runs at once.
 */
export function afterPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') {
    waiting = undefined
    return act()
  }
  if (!waiting) void painted().then(doWaiting)
  waiting = act
}

function doWaiting(): void {
  const act = waiting
  waiting = undefined
  act?.()
}
