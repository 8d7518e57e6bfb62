import { TriangleAlert } from 'lucide-react'

import styles from './field-error.module.css'

export interface FieldErrorProps {
  id: string
  children: string
}

/** Scrolls the error above the sticky bars after a tap on a button; never while the runner types or reads. */
function scrollIntoViewAfterTap(message: HTMLElement | null) {
  if (document.activeElement?.matches('button, [type=file]'))
    message?.scrollIntoView({ block: 'nearest' })
}

/** The error of one field, with an icon; announced when it appears. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p ref={scrollIntoViewAfterTap} id={id} role="alert" className={styles.error}>
      <TriangleAlert />
      <span>{children}</span>
    </p>
  )
}
