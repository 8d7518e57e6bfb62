import { TriangleAlert } from 'lucide-react'

import styles from './field-error.module.css'

export interface FieldErrorProps {
  id: string
  children: string
}

/** Below its field, it may come under the bars at the edge of the window. Who types or only looks is not moved. */
function showWhole(message: HTMLElement | null) {
  if (document.activeElement?.matches('button, [type=file]'))
    message?.scrollIntoView({ block: 'nearest' })
}

/** What is wrong with one field, in words and an icon; announced when it appears. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p ref={showWhole} id={id} role="alert" className={styles.error}>
      <TriangleAlert />
      <span>{children}</span>
    </p>
  )
}
