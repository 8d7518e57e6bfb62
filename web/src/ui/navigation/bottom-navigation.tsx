import { Children, type ReactNode, type ComponentProps } from 'react'
import styles from './bottom-navigation.module.css'
import type { LucideIcon } from 'lucide-react'

export interface BottomNavigationProps {
  /** The accessible name of the landmark. */
  label: string
  /** Three to five NavigationItem elements. */
  children: ReactNode
}

export function BottomNavigation({ label, children }: BottomNavigationProps) {
  return (
    <nav aria-label={label} className={styles.navigation}>
      <ul className={styles.list}>
        {Children.map(children, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    </nav>
  )
}

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
