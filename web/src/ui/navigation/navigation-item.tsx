import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import styles from './navigation-item.module.css'

export interface NavigationItemProps extends Omit<
  ComponentProps<'a'>,
  'className' | 'style' | 'children'
> {
  icon: LucideIcon
  label: string
  /** This is where the runner is. */
  current?: boolean
}

/** An anchor of the bottom navigation; a router's link may wrap it and hand it `href` and `onClick`. */
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
