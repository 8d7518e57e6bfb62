import { TriangleAlert } from 'lucide-react'

import styles from './field-error.module.css'

export interface FieldErrorProps {
  id: string
  children: string
}

/** What is wrong with one field, in words and an icon; announced when it appears. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} role="alert" className={styles.error}>
      <TriangleAlert />
      <span>{children}</span>
    </p>
  )
}
