import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

import choice from './choice.module.css'
import { classNames } from '../style.ts'
import { FieldError } from '../form/field-error.tsx'
import styles from './radio-cards.module.css'

interface RadioOption<Value extends string> {
  value: Value
  label: string
  description?: string
  icon?: LucideIcon
  disabled?: boolean
}

export interface RadioCardsProps<Value extends string> {
  legend: string
  legendHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string
}

/** A choice between a few options; each is a big card with a native radio. */
export function RadioCards<Value extends string>({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  error,
}: RadioCardsProps<Value>) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <RadioCard
            key={option.value}
            name={id}
            option={option}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      {error && (
        <div className={styles.error}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

interface RadioCardProps {
  name: string
  option: RadioOption<string>
  checked: boolean
  onChoose: () => void
}

function RadioCard({ name, option, checked, onChoose }: RadioCardProps) {
  const id = useId()
  const { label, description, icon: Icon, disabled } = option
  return (
    <label
      className={classNames(choice.choice, styles.card)}
      data-disabled={disabled ? '' : undefined}
    >
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-description` : undefined}
      />
      <span className={choice.text}>
        <span id={`${id}-label`} className={choice.label}>
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className={choice.description}>
            {description}
          </span>
        )}
      </span>
      {Icon && <Icon />}
    </label>
  )
}
