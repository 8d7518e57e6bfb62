import styles from './loading.module.css'
import { Skeleton } from './skeleton.tsx'
import { SpinnerIcon } from './spinner-icon.tsx'

export interface LoadingProps {
  /** Always said in words, so that waiting is never a mystery. */
  label: string
  /** The height of what will stand here, such as `8.5rem`, so that nothing jumps when it comes. */
  height: string
}

/** Keeps the place of what loads, and says that it does. */
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
