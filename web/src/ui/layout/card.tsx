import type { ReactNode } from 'react'

import styles from './card.module.css'
import type { Tone } from '../tone.ts'

export interface CardProps {
  /** Colours the edge. */
  tone?: Tone
  children: ReactNode
}

export function Card({ tone, children }: CardProps) {
  return (
    <div data-tone={tone} className={styles.card}>
      {children}
    </div>
  )
}
