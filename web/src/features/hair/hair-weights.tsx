import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { HairCollection, HairPrice } from '@veni/domain/hair'
import { hairPricesQuery } from '../../api/hair-prices-query.ts'
import { refetchNow } from '../../api/query-client.ts'
import { useIsAwaited } from '../../api/query-hooks.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Loading } from '../../ui/placeholder/loading.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { WeightField } from './weight-field.tsx'

const SECTION_ID = 'hair'

export interface HairWeightsProps {
  hair: HairCollection
  /** undefined during the load. */
  prices: readonly HairPrice[] | undefined
}

/** The weight of each hair type; each change applies at once. */
export const HairWeights = memo(function HairWeights({ hair, prices }: HairWeightsProps) {
  const t = useTranslate()
  return (
    <div id={SECTION_ID}>
      <Section title={t('mode.hairTitle')}>
        <Weights hair={hair} prices={prices} />
      </Section>
    </div>
  )
})

/** For `focus=hair`: scrolls to the section and puts the cursor into its first field. */
export function focusHairWeights(): void {
  const section = document.getElementById(SECTION_ID)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('input')?.focus({ preventScroll: true })
}

function Weights({ hair, prices }: HairWeightsProps) {
  const t = useTranslate()
  if (!prices) return <Loading label={t('mode.loading')} height="25.75rem" />
  if (prices.length === 0) return <NoHairTypes />
  return (
    <Card>
      <ul>
        {prices.map((price) => (
          <WeightField
            key={price.hairType}
            price={price}
            weightGrams={Object.hasOwn(hair, price.hairType) ? hair[price.hairType] : undefined}
            prices={prices}
          />
        ))}
      </ul>
    </Card>
  )
}

function NoHairTypes() {
  const t = useTranslate()
  const options = hairPricesQuery()
  const isAwaited = useIsAwaited(options, useQuery(options))
  return (
    <Banner
      kind="error"
      action={
        <Button busy={isAwaited} onClick={() => void refetchNow(options)}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('mode.none')}
    </Banner>
  )
}
