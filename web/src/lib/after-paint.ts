/**
 * Does it once the browser has painted what is already there, such as the pressed button: a tap on a slow phone is
 * answered before what it leads to is drawn. A page that nobody sees is not painted, and does not wait.
 */
export function afterPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') return act()
  requestAnimationFrame(() => setTimeout(act))
}
