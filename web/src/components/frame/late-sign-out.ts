/** What a sign-out needs beside the button: the question about unsent work, and what clears the phone. */
import { translate } from '../../i18n/translate.ts'
import type { EntryHead } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { listHeads } from '../../outbox/stores/entry-store.ts'
import { owner } from '../../state/session.ts'
import { confirm } from '../../ui/dialog/confirm-store.ts'

export { clearRunner } from '../../api/clear-runner.ts'

/** @returns asks whether the runner signs out all the same; undefined when nothing is unsent */
export async function findQuestion(): Promise<(() => Promise<boolean | undefined>) | undefined> {
  // Soon after the start, or after a sign-in, the list on the screen is not read yet.
  const count =
    countUnsent(entries.get()) || (owner() !== '' && countUnsent(await listHeads(owner())))
  return count ? () => askAbout(count) : undefined
}

/** A held entry is not an order yet: it is sent only after another tap. */
const countUnsent = (list: readonly EntryHead[]) =>
  list.filter(({ state }) => state !== 'held').length

const askAbout = (count: number) =>
  confirm({
    title: translate('logout.unsent.title'),
    message:
      count === 1
        ? translate('logout.unsent.messageOne')
        : translate('logout.unsent.message', { count }),
    confirmLabel: translate('common.logout'),
    cancelLabel: translate('logout.stay'),
    isCancelAdvised: true,
  })
