import { LoaderCircle } from 'lucide-react'

import styles from './spinner.module.css'

export function SpinnerIcon() {
  return <LoaderCircle className={styles.icon} />
}
