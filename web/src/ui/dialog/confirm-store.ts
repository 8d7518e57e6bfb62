import { painted } from '../../lib/after-paint.ts'

export interface ConfirmRequest {
  title?: string
  message: string
  /** Whom or what the message is about, where it does not say so itself. */
  subject?: string
  confirmLabel: string
  cancelLabel: string
  /** What is confirmed destroys something. */
  danger?: boolean
  /** The other answer is the one to give when in doubt, and stands out. */
  isCancelAdvised?: boolean
}

interface PendingConfirm extends ConfirmRequest {
  answer: (confirmed: boolean) => void
}

let pending: PendingConfirm | null = null
const listeners = new Set<() => void>()

/**
 * Asks the runner and waits: `if (await confirm({ … }))`. The question shows in the one ConfirmHost.
 * A question that is still open when another is asked counts as declined.
 */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    const question: PendingConfirm = {
      ...request,
      answer(confirmed) {
        if (pending !== question) return
        setPending(null)
        // The tap is felt before the work that it starts.
        if (confirmed) void painted().then(() => resolve(true))
        else resolve(false)
      },
    }
    setPending(question)
  })
}

export function pendingConfirm(): PendingConfirm | null {
  return pending
}

export function subscribeToConfirm(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPending(question: PendingConfirm | null): void {
  pending = question
  for (const listener of listeners) listener()
}
