import { Children, type ReactNode } from 'react'

import styles from './bottom-navigation.module.css'

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
