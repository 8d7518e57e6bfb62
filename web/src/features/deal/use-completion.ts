import type { MissingPart } from '@veni/domain/deal/missing-part'
import { useRef, useState, useEffect } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import type { Deal } from '@veni/domain/deal'
import { askForSignIn, owner } from '../../state/session.ts'
import { closeVisitOf } from '../../state/visit.ts'
import { showToast } from '../../ui/message/toast-store.ts'

export interface CompletionSteps {
  /** The first missing part; undefined if the deal can be completed. */
  readonly missing: MissingPart | undefined
  readonly complete: () => Promise<Deal>
  readonly onDone: (deal: Deal) => void
}

export interface Completion {
  readonly isBusy: boolean
  /** The missing part, after the runner has tried to complete the deal. */
  readonly shownMissing: MissingPart | undefined
  readonly run: () => void
}

/** Completes a deal once, also on several taps. If a part is missing, it shows that part instead. */
export function useCompletion({ missing, complete, onDone }: CompletionSteps): Completion {
  const t = useTranslate()
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  // A ref, because the second tap of a double tap comes before a new state is rendered.
  const isRunning = useRef(false)
  const isShown = useIsShown()
  useFocusInvalid(attempt)

  async function run() {
    if (isRunning.current) return
    setAttempt((count) => count + 1)
    if (missing) return
    if (!owner()) return askForSignIn()
    isRunning.current = true
    setIsBusy(true)
    try {
      const deal = await complete()
      closeVisitOf(deal)
      if (isShown.current) onDone(deal)
    } catch (error) {
      reportProblem('Deal not stored', error)
      showToast({ message: t('invoice.failed'), tone: 'error' })
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  return { isBusy, shownMissing: attempt > 0 ? missing : undefined, run: () => void run() }
}

/**
 * Moves the focus to the first field that is marked invalid, so that the runner sees what is missing.
 * @param attempt counts the tries to complete; 0 is none yet
 */
function useFocusInvalid(attempt: number): void {
  useEffect(() => {
    if (attempt > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [attempt])
}
