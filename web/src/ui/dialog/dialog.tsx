import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

import styles from './dialog.module.css'

export interface DialogProps {
  title: string
  children: ReactNode
  /** Buttons; the safe one comes first. */
  actions: ReactNode
  /** Esc, the back gesture or a tap beside the dialog. */
  onCancel: () => void
  /** `alertdialog` for a question that must be answered: screen readers then read the body at once. */
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog that is open while it is rendered. Afterwards the focus returns to where it was. */
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

/** Shows a dialog element modally while it is mounted. The caller decides whether a cancel closes it. */
function useModal(onCancel: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const cancel = useEffectEvent(onCancel)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined

    const mounted = new AbortController()
    const { signal } = mounted
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        cancel()
      },
      { signal },
    )
    // The dialog has no padding: a click on the element itself is a click on the backdrop.
    // `detail` counts the taps. The second tap of a double tap on the opening button must not cancel.
    dialog.addEventListener(
      'click',
      (event) => event.target === dialog && event.detail <= 1 && cancel(),
      { signal },
    )
    dialog.showModal()
    // If the dialog closes before React removes it, the browser returns the focus to where it was.
    return () => {
      mounted.abort()
      dialog.close()
    }
  }, [])

  return ref
}
