import styles from './loading.module.css'
import { Skeleton } from './skeleton.tsx'
import { SpinnerIcon } from './spinner-icon.tsx'

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
