import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** The height of the loaded content, such as `8.5rem`, so that the layout does not move. */
  height: string
  width?: string
  shape?: 'block' | 'card'
}

/** Reserves space for loading content. Hidden from screen readers, so the caller must add a label. */
export function Skeleton({ height, width = '100%', shape = 'block' }: SkeletonProps) {
  return (
    <div
      aria-hidden="true"
      className={classNames(styles.block, shape === 'card' && styles.card)}
      style={{ width, height }}
    />
  )
}
