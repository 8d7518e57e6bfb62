/** Photos that are no longer on the phone while a screen may still show them: their host refused them, or another tab. */
const listeners = new Set<(id: string) => void>()

/** @returns how to stop listening */
export function onPhotoGone(listener: (id: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellPhotoGone(id: string): void {
  for (const listener of listeners) listener(id)
}
