import styles from './button.module.css'
import { classNames } from '../style.ts'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { SpinnerIcon } from '../placeholder/spinner-icon.tsx'

/** `primary` is the one next step of a screen: full width, 56 px high. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class names shared by buttons, links and file inputs that have the style of a button. */
export function buttonStyle(variant: ButtonVariant, wide = false): string {
  return classNames(styles.button, styles[variant], wide && styles.wide)
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant
  icon?: LucideIcon
  /** Full width; a primary button always has it. */
  wide?: boolean
  /** Shows a spinner, keeps the focus and ignores further taps. */
  busy?: boolean
  /** Replaces the label while busy. */
  busyLabel?: string
  /** Disables the button and shows the reason below it. */
  disabledReason?: string
}

export function Button({
  variant = 'secondary',
  icon: Icon,
  wide = false,
  busy = false,
  busyLabel,
  disabledReason,
  disabled,
  type,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // A second Enter in a form must not submit again, so the event is cancelled, too.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  const button = (
    <button
      aria-describedby={disabledReason ? reasonId : undefined}
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={buttonStyle(variant, wide)}
      disabled={disabled === true || Boolean(disabledReason)}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={handleClick}
    >
      {busy ? <SpinnerIcon /> : Icon && <Icon />}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  )
  return disabledReason ? withReason(button, reasonId, disabledReason) : button
}

const withReason = (button: ReactNode, id: string, reason: string) => (
  <div>
    {button}
    <p id={id} className={styles.reason}>
      {reason}
    </p>
  </div>
)
