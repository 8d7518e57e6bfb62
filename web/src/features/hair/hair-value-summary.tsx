import type { Valuation } from '@veni/domain/hair'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Section } from '../../ui/layout/section.tsx'
import styles from './hair-value-summary.module.css'

export interface HairValueSummaryProps {
  valuation: Valuation
}

/** The total value. A live region: screen readers announce each change. */
export function HairValueSummary({ valuation }: HairValueSummaryProps) {
  const t = useTranslate()
  return (
    <Section title={t('mode.summary')}>
      <output className={styles.total}>
        <span className={styles.label}>{t('mode.total')}</span>
        <Rupees paise={valuation.totalPaise} size="hero" />
        <span className={styles.weight}>
          {t('mode.totalWeight')}: {t('mode.weightValue', { grams: valuation.totalWeightGrams })}
        </span>
      </output>
    </Section>
  )
}
