import { Skeleton } from '../../../ui/placeholder/skeleton.tsx'
import styles from './status-section.module.css'

/** A title over a line of description. */
const HEADER_HEIGHT = 'calc(1.25rem * var(--leading-tight) + 0.875rem * var(--leading) + 4px)'

/** As large as one section: its header and the cards that a screen shows. */
export function CardSkeletons() {
  return (
    <div className={styles.list}>
      <Skeleton height={HEADER_HEIGHT} width="70%" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
    </div>
  )
}
