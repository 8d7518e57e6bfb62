/** A page that is put aside with a frame still owed goes on without it. */
const NO_FRAME_MS = 500

/** Resolves once the browser has painted what is already there; soon where it paints nothing. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, NO_FRAME_MS)
  })
}

let waiting: (() => void) | undefined

/**
 * Does it once the browser has painted what is already there, such as the pressed button: a tap on a slow phone is
 * answered before what it leads to is drawn. The second tap of a double one takes the place of the first. A page that
 * nobody sees is not painted, and does not wait.
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
