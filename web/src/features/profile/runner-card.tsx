import type { Runner } from '@veni/domain/runner'
import { UserRound } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './runner-card.module.css'

export interface RunnerCardProps {
  runner: Runner
}

export function RunnerCard({ runner }: RunnerCardProps) {
  const t = useTranslate()
  return (
    <Card tone="primary">
      <div className={styles.runner}>
        <span className={styles.icon}>
          <UserRound />
        </span>
        <div>
          <h2 className={styles.name}>{runner.name}</h2>
          <p>{t('profile.partner')}</p>
          <p className={styles.id}>{t('profile.id', { id: runner.id })}</p>
        </div>
      </div>
    </Card>
  )
}
