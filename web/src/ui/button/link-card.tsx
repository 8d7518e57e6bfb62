import type { ComponentProps } from 'react'

import styles from '../layout/card.module.css'
import type { Tone } from '../tone.ts'

export interface LinkCardProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  /** Colours the edge. */
  tone?: Tone
}

/** A card that is one link as a whole; a router's link may wrap it and hand it `href` and `onClick`. */
export function LinkCard({ tone, children, ...rest }: LinkCardProps) {
  return (
    <a {...rest} data-tone={tone} className={styles.card}>
      {children}
    </a>
  )
}
