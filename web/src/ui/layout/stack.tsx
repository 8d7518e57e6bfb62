import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './stack.module.css'

export interface StackProps {
  /** 8, 16 or 24 px between the children. */
  gap?: 'small' | 'medium' | 'large'
  children: ReactNode
}

export function Stack({ gap = 'medium', children }: StackProps) {
  return <div className={classNames(styles.stack, styles[gap])}>{children}</div>
}
