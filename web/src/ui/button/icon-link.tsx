import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import styles from './icon-button.module.css'

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
