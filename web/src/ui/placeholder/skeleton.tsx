import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** The height of what will stand here, such as `8.5rem`, so that nothing jumps when it comes. */
  height: string
  width?: string
  shape?: 'block' | 'card'
}

/** A place kept for something that loads. Hidden from assistive technology: say "Loading" elsewhere. */
export function Skeleton({ height, width = '100%', shape = 'block' }: SkeletonProps) {
  return (
    <div
      aria-hidden="true"
      className={classNames(styles.block, shape === 'card' && styles.card)}
      style={{ width, height }}
    />
  )
}
