import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import styles from './products-heading.module.css'

/** '50 Grams', with the language toggle beside it. */
export function ProductsHeading({ children }: { children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className={styles.heading}>
      <h2 className={styles.title}>{t('products.heading')}</h2>
      {children}
    </div>
  )
}
