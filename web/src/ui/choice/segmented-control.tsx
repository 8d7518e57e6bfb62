import { useId } from 'react'

import styles from './segmented-control.module.css'

interface Segment<Value extends string> {
  value: Value
  label: string
  /** The language of the label, if it differs from the page's. */
  lang?: string
}

export interface SegmentedControlProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three short options side by side, such as the language. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments}>
      {segments.map((segment) => (
        <label key={segment.value} lang={segment.lang} className={styles.segment}>
          <input
            type="radio"
            name={name}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </div>
  )
}
