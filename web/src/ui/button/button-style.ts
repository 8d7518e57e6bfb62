import styles from './button.module.css'
import { classNames } from '../class-names.ts'

/** `primary` is the one next step of a screen: full width, 56 px high. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class names shared by buttons, links and file inputs that have the style of a button. */
export function buttonStyle(variant: ButtonVariant, wide = false): string {
  return classNames(styles.button, styles[variant], wide && styles.wide)
}
