import type { LucideIcon } from 'lucide-react'

import styles from './badge.module.css'
import type { Tone } from '../style.ts'

export interface BadgeProps {
  tone: Tone
  icon: LucideIcon
  /** The label; colour and icon alone must not carry the meaning. */
  children: string
}

export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span data-tone={tone} className={styles.badge}>
      <Icon />
      <span>{children}</span>
    </span>
  )
}
