import styles from './button.module.css'
import { classNames } from '../class-names.ts'

/** `primary` is the one next step of a screen: full width, 56 px. Everything else on it is quieter. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The look shared by buttons, links and file labels that act as buttons. */
export function buttonStyle(variant: ButtonVariant, wide = false): string {
  return classNames(styles.button, styles[variant], wide && styles.wide)
}
