import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import styles from './navigation-item.module.css'

export interface NavigationItemProps extends Omit<
  ComponentProps<'a'>,
  'className' | 'style' | 'children'
> {
  icon: LucideIcon
  label: string
  /** The item of the current screen. */
  current?: boolean
}

/** An anchor of the bottom navigation; a router's link can wrap it and pass `href` and `onClick`. */
export function NavigationItem({ icon: Icon, label, current, ...rest }: NavigationItemProps) {
  return (
    <a {...rest} aria-current={current ? 'page' : undefined} className={styles.item}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.label}>{label}</span>
    </a>
  )
}
