type ToastTone = 'info' | 'success' | 'error'

export interface ToastRequest {
  message: string
  tone?: ToastTone
  durationMs?: number
}

interface Toast {
  id: number
  message: string
  tone: ToastTone
  open: boolean
}

const DEFAULT_DURATION_MS = 4_000
/** An error has to be read, and often acted upon. */
const ERROR_DURATION_MS = 10_000
/** Spec §9: a dismissed toast is removed after 1,000,000 ms. */
const REMOVE_AFTER_MS = 1_000_000

let toast: Toast | null = null
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows one message; a newer one takes its place (spec §9). */
export function showToast({ message, tone = 'info', durationMs }: ToastRequest): void {
  lastId += 1
  setToast({ id: lastId, message, tone, open: true })
  const shownMs = durationMs ?? (tone === 'error' ? ERROR_DURATION_MS : DEFAULT_DURATION_MS)
  restartTimer(dismissToast, shownMs)
}

export function dismissToast(): void {
  if (!toast?.open) return
  setToast({ ...toast, open: false })
  restartTimer(() => setToast(null), REMOVE_AFTER_MS)
}

/** The toast of the moment; dismissed ones stay, closed, until they are removed. */
export function currentToast(): Toast | null {
  return toast
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function restartTimer(then: () => void, afterMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(then, afterMs)
}

function setToast(next: Toast | null): void {
  toast = next
  for (const listener of listeners) listener()
}
