import { painted } from '../../lib/after-paint.ts'
import { createValueStore, type Readable } from '../../lib/value-store.ts'

export interface ConfirmRequest {
  title?: string
  message: string
  /** Names the person or the thing, when the message does not name it. */
  subject?: string
  confirmLabel: string
  cancelLabel: string
  /** The confirmed action destroys something. */
  danger?: boolean
  /** Cancel is the safer answer and gets the primary button. */
  isCancelAdvised?: boolean
}

interface PendingConfirm extends ConfirmRequest {
  /** @param confirmed absent: the question closes, and nobody has answered it */
  answer: (confirmed?: boolean) => void
}

const pending = createValueStore<PendingConfirm | null>(null)

/** The open question, or null. */
export const pendingConfirm: Readable<PendingConfirm | null> = pending

/**
 * Asks the runner and waits: `if (await confirm({ … }))`. The one ConfirmHost shows the question.
 * A new question closes the open one.
 * @returns undefined when it closed without an answer of the runner
 */
export function confirm(request: ConfirmRequest): Promise<boolean | undefined> {
  pending.get()?.answer()
  return new Promise((resolve) => {
    const question: PendingConfirm = {
      ...request,
      answer(confirmed) {
        if (pending.get() !== question) return
        pending.set(null)
        // The dialog closes on the screen before the confirmed work starts.
        if (confirmed) void painted().then(() => resolve(true))
        else resolve(confirmed)
      },
    }
    pending.set(question)
  })
}
