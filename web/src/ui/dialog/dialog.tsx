import { type ReactNode, useId } from 'react'

import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  title: string
  children: ReactNode
  /** Buttons, the safe one first. */
  actions: ReactNode
  /** Esc, the back gesture or a tap beside the dialog. */
  onCancel: () => void
  /** `alertdialog` when it asks a question that must be answered; its body is then read out at once. */
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog for as long as it is rendered; the focus goes back to where it was. */
export function Dialog({ title, children, actions, onCancel, role = 'dialog' }: DialogProps) {
  const ref = useModal(onCancel)
  const id = useId()

  return (
    <dialog
      ref={ref}
      role={role}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
    >
      <div className={styles.content}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <div id={`${id}-body`}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  )
}
