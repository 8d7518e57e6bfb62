/** The words for lost work, for /profile and for a dialog after the sign-in, which is shown once. */
import type { LostWork } from '@veni/domain/api/reconciliation'
import { navigate } from 'wouter/use-browser-location'
import { fetchMessages, translation, type Language } from '../../i18n/language.ts'
import { translate, type Translate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { lostWork } from '../../outbox/lost-work.ts'
import { fetchReconciliation } from '../../outbox/phone-deps.ts'
import { reportProblem } from '../../lib/report.ts'
import { wait } from '../../lib/wait.ts'
import { paths } from '../../paths.ts'
import { owner, signInNeeded } from '../../state/session.ts'
import { confirm, pendingConfirm } from '../../ui/dialog/confirm-store.ts'

export interface DescribedLoss {
  readonly title: string
  /** What the office last heard, and what to do. */
  readonly sentences: readonly string[]
}

export function describeLoss(loss: LostWork, t: Translate, language: Language): DescribedLoss {
  const { is_this_phone: isThis, items } = loss
  const at = formatDateTime(loss.reported_at, language)
  const [since = ''] = items.map((item) => item.at).toSorted()
  const deals = items.filter(({ kind, is_recorded }) => kind === 'deal' && !is_recorded).length
  const photos = items.reduce((sum, item) => sum + item.photos, 0)
  const others = items.filter(({ kind }) => kind === 'other').length
  const ids = [...new Set(items.map((item) => `#${item.customer_id}`))].join(', ')
  const counts = { at, deals, photos, others, ids, since: formatDateTime(since, language) }
  return {
    title: t(isThis ? 'lost.title' : 'lost.titleOther'),
    sentences: [
      items.length === 0 ? t('lost.nothing', { at }) : t('lost.reported', counts),
      t(isThis ? 'lost.later' : 'lost.other'),
      t('lost.help'),
    ],
  }
}

/** Reads what the phone has stored, for a start without network. @param shown the loss that the dialog has shown */
export async function readLoss(runner: string, shown?: LostWork): Promise<void> {
  try {
    const { readLostWork } = await fetchReconciliation()
    await readLostWork(runner, shown)
  } catch (error) {
    reportProblem('Lost work not read', error)
  }
}

let isShowing = false

export async function showLoss(): Promise<void> {
  if (isShowing) return
  isShowing = true
  try {
    await fetchMessages('rest')
    await askToRead()
  } finally {
    isShowing = false
  }
}

/** Asks again after another question has closed it. A hidden app and the next runner do not show it. */
async function askToRead(): Promise<void> {
  // It would close the question that the runner is answering.
  while (pendingConfirm.get()) await wait(500)
  const { owner: loser, losses } = lostWork.get()
  const [loss] = losses
  if (!loss || loser !== owner() || signInNeeded.get()) return
  const { title, sentences } = describeLoss(loss, translate, translation.get().language)
  const isWanted = await confirm({
    title,
    message: sentences.join(' '),
    confirmLabel: translate('lost.show'),
    cancelLabel: translate('common.close'),
  })
  if (isWanted === undefined) return askToRead()
  await readLoss(loser, loss)
  if (isWanted) navigate(paths.profile())
}
