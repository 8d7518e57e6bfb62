import type { ComponentProps } from 'react'

import { classNames } from '../style.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps
  extends
    FieldTexts,
    Omit<
      ComponentProps<'input'>,
      'className' | 'style' | 'prefix' | 'onChange' | 'value' | 'children' | 'id'
    > {
  value: string
  onChange: (value: string) => void
  /** Shown before the value, such as ₹. The label must contain the unit, too. */
  prefix?: string
  /** Shown after the value, such as g. */
  suffix?: string
}

/** One line of text. For amounts pass `inputMode="decimal"`: it opens a number pad without spin buttons. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  value,
  onChange,
  prefix,
  suffix,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(wiring) => (
        <div className={styles.control}>
          {prefix && (
            <span aria-hidden="true" className={classNames(styles.affix, styles.prefix)}>
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...rest}
            {...wiring}
            className={classNames(styles.input, rest.inputMode && 'tabular')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {suffix && (
            <span aria-hidden="true" className={styles.affix}>
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
