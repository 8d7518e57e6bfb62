import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../style.ts'
import styles from './icon-button.module.css'
import { SpinnerIcon } from '../placeholder/spinner-icon.tsx'

export interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'className' | 'style' | 'children' | 'aria-label'
> {
  icon: LucideIcon
  /** The accessible name, because an icon has none. */
  label: string
  danger?: boolean
  busy?: boolean
}

export function IconButton({ icon: Icon, label, danger, busy, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={busy ? true : undefined}
      className={classNames(styles.icon, danger && styles.danger)}
    >
      {busy ? <SpinnerIcon /> : <Icon />}
    </button>
  )
}

export interface IconLinkProps extends Omit<
  ComponentProps<'a'>,
  'className' | 'style' | 'children' | 'aria-label'
> {
  icon: LucideIcon
  /** The accessible name, because an icon has none. */
  label: string
}

/** A link with the size of an icon button, such as Back in the top bar. */
export function IconLink({ icon: Icon, label, ...rest }: IconLinkProps) {
  return (
    <a {...rest} aria-label={label} className={styles.icon}>
      <Icon />
    </a>
  )
}
