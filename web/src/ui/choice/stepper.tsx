import { Minus, Plus } from 'lucide-react'

import { classNames } from '../style.ts'
import styles from './stepper.module.css'

export interface StepperProps {
  /** Names the group, such as "Quantity of Rice Cooker". */
  label: string
  decreaseLabel: string
  increaseLabel: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
}

export function Stepper(props: StepperProps) {
  const { label, decreaseLabel, increaseLabel, value, onChange, min = 1, max = Infinity } = props
  return (
    <fieldset aria-label={label} className={styles.stepper}>
      <button
        type="button"
        className={styles.step}
        aria-label={decreaseLabel}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus />
      </button>
      <output className={classNames(styles.quantity, 'tabular')}>{value}</output>
      <button
        type="button"
        className={styles.step}
        aria-label={increaseLabel}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus />
      </button>
    </fieldset>
  )
}
