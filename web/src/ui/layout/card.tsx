import type { ComponentProps, ReactNode } from 'react'
import type { Tone } from '../style.ts'
import styles from './card.module.css'

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
