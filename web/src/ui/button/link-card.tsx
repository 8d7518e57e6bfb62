import type { ComponentProps } from 'react'

import styles from '../layout/card.module.css'
import type { Tone } from '../tone.ts'

export interface LinkCardProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  /** Colours the edge. */
  tone?: Tone
}

/** A card that is a link as a whole; a router's link can wrap it and pass `href` and `onClick`. */
export function LinkCard({ tone, children, ...rest }: LinkCardProps) {
  return (
    <a {...rest} data-tone={tone} className={styles.card}>
      {children}
    </a>
  )
}
