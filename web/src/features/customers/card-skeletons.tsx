import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './status-section.module.css'

/** The place of a section: its header, and what a screen shows of its cards. */
export function CardSkeletons() {
  return (
    <div className={styles.list}>
      <Skeleton height="3.125rem" width="70%" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
    </div>
  )
}
