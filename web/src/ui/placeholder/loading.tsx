import styles from './loading.module.css'
import { SpinnerIcon } from './spinner-icon.tsx'
import { classNames } from '../style.ts'

export interface LoadingProps {
  /** Says what is loading. */
  label: string
  /** The height of the loaded content, such as `8.5rem`, so that the layout does not move. */
  height: string
}

/** Reserves the space of content that is loading, with a label. */
export function Loading({ label, height }: LoadingProps) {
  return (
    <div className={styles.place}>
      <Skeleton shape="card" height={height} />
      <output className={styles.words}>
        <SpinnerIcon />
        <span>{label}</span>
      </output>
    </div>
  )
}

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
