import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'

import styles from './code-boxes.module.css'
import { enterText, joinCode, splitCode } from './code-digits.ts'
import { FieldError } from './field-error.tsx'

export interface CodeBoxesProps {
  legend: string
  legendHidden?: boolean
  /** The name of each box, such as "Digit 1 of 6"; one box per label. */
  boxLabels: readonly string[]
  /** The digits so far; a space is an empty box before a filled one. See `isCompleteCode`. */
  value: string
  onChange: (value: string) => void
  /** Why the code was refused. */
  error?: string
  /** The digits are wrong: all boxes are marked and the cursor moves to the first one. */
  isWrong?: boolean
  /** Puts the cursor into the first box when the screen opens. */
  focusFirst?: boolean
  disabled?: boolean
}

/** One box per digit of a one-time code. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { legend, legendHidden, boxLabels, error, isWrong, disabled } = props
  const errorId = useId()
  const { digits, setBox, handleText, handlePaste, handleKeyDown } = useBoxes(props)

  return (
    <fieldset aria-describedby={error ? errorId : undefined} disabled={disabled}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.boxes}>
        {boxLabels.map((label, at) => (
          <input
            key={label}
            ref={(box) => setBox(at, box)}
            // No maxlength: the phone autofills the whole code into the first box, and the code is spread over all.
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            inputMode="numeric"
            pattern="[0-9]*"
            aria-label={label}
            aria-invalid={isWrong ? true : undefined}
            className={styles.box}
            value={digits[at]}
            // Not onChange, which React leaves out when a digit is typed over the same digit.
            onInput={(event) => handleText(at, event.currentTarget.value)}
            onPaste={(event) => handlePaste(at, event)}
            onKeyDown={(event) => handleKeyDown(at, event)}
            onFocus={(event) => event.target.select()}
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

/** The digits in the boxes, and the moves of the cursor between the boxes. */
function useBoxes({ boxLabels, value, onChange, focusFirst, isWrong }: CodeBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const digits = splitCode(value, boxLabels.length)

  useEffect(() => {
    if (focusFirst) boxes.current[0]?.focus()
  }, [focusFirst])

  useEffect(() => {
    if (isWrong) boxes.current[0]?.focus()
  }, [isWrong])

  function setBox(at: number, box: HTMLInputElement | null) {
    boxes.current[at] = box
  }

  function handleText(at: number, text: string) {
    const entered = enterText(digits, at, text)
    onChange(joinCode(entered.digits))
    boxes.current[entered.next]?.focus()
  }

  function handlePaste(at: number, event: ClipboardEvent) {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    if (/\d/.test(text)) handleText(at, text)
  }

  function handleKeyDown(at: number, event: KeyboardEvent) {
    const isBackspaceInEmptyBox = event.key === 'Backspace' && digits[at] === ''
    const step =
      isBackspaceInEmptyBox || event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    boxes.current[at + step]?.focus()
  }

  return { digits, setBox, handleText, handlePaste, handleKeyDown }
}
