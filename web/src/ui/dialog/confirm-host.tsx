import { useDeferredValue } from 'react'

import { useValue } from '../../lib/use-value.ts'
import { Button } from '../button/button.tsx'
import { pendingConfirm } from './confirm-store.ts'
import { Dialog } from './dialog.tsx'

/** Shows the question of `confirm`. Render it once, at the root. */
export function ConfirmHost() {
  const question = useDeferredValue(useValue(pendingConfirm))
  if (!question) return null

  const { title, message, subject, confirmLabel, cancelLabel, danger, isCancelAdvised, answer } =
    question
  const confirmVariant = danger ? 'danger' : isCancelAdvised ? 'secondary' : 'primary'
  return (
    <Dialog
      role="alertdialog"
      // Without a title the message is the heading; the body then stays empty.
      title={title ?? message}
      onCancel={() => answer(false)}
      actions={
        <>
          <Button
            variant={isCancelAdvised ? 'primary' : 'secondary'}
            wide
            onClick={() => answer(false)}
          >
            {cancelLabel}
          </Button>
          <Button variant={confirmVariant} wide onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {title && <p>{message}</p>}
      {subject && <p>{subject}</p>}
    </Dialog>
  )
}
