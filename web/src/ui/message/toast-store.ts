import { createValueStore, type Readable } from '../../lib/value-store.ts'

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
/** The runner needs time to read an error and to act on it. */
const ERROR_DURATION_MS = 10_000
/** A dismissed toast is removed after this time. */
const REMOVE_AFTER_MS = 1_000_000

const toast = createValueStore<Toast | null>(null)
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The current toast. A dismissed toast stays, closed, until it is removed. */
export const currentToast: Readable<Toast | null> = toast

/** Shows one message; a newer message replaces it. */
export function showToast({ message, tone = 'info', durationMs }: ToastRequest): void {
  lastId += 1
  toast.set({ id: lastId, message, tone, open: true })
  const shownMs = durationMs ?? (tone === 'error' ? ERROR_DURATION_MS : DEFAULT_DURATION_MS)
  restartTimer(dismissToast, shownMs)
}

export function dismissToast(): void {
  const shown = toast.get()
  if (!shown?.open) return
  toast.set({ ...shown, open: false })
  restartTimer(() => toast.set(null), REMOVE_AFTER_MS)
}

function restartTimer(then: () => void, afterMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(then, afterMs)
}
