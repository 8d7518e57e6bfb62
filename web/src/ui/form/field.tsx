import { type ReactNode, useId } from 'react'

import { classNames } from '../style.ts'
import { FieldError } from './field-error.tsx'
import styles from './field.module.css'

/** The texts of a field, for every kind of control. */
export interface FieldTexts {
  label: string
  /** Only screen readers get the label, because it is visible nearby. */
  labelHidden?: boolean
  hint?: string
  /** Set when the value is wrong; says how to correct it. */
  error?: string
}

interface ControlWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  children: (wiring: ControlWiring) => ReactNode
}

/** The frame of one form field. It connects label, hint and error with the control that `children` renders. */
export function Field({ label, labelHidden, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classNames(hint && hintId, error && errorId)

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
