import type { ComponentProps } from 'react'

import { classNames } from '../style.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

export interface TextAreaProps
  extends
    FieldTexts,
    Omit<
      ComponentProps<'textarea'>,
      'className' | 'style' | 'onChange' | 'value' | 'children' | 'id'
    > {
  value: string
  onChange: (value: string) => void
}

export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  value,
  onChange,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(wiring) => (
        <div className={styles.control}>
          <textarea
            rows={3}
            {...rest}
            {...wiring}
            className={classNames(styles.input, styles.area)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
