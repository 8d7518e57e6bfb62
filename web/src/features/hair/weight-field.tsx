import { memo, useState } from 'react'
import {
  checkWeight,
  MAX_WEIGHT_GRAMS,
  parseWeightGrams,
  valueCollection,
  type HairPrice,
} from '@veni/domain/hair'
import { formatRupees, groupDigits } from '@veni/domain/money'
import { weigh } from '@veni/domain/visit'
import { hairTypeLabel } from '../../components/value-names.ts'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { updateVisit } from '../../state/visit.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { textForWeight, weightFromText, withWeight } from './weight-text.ts'
import styles from './weight-field.module.css'

export interface WeightFieldProps {
  price: HairPrice
  /** The stored weight of this type; undefined when it was not weighed. */
  weightGrams: number | undefined
  /** All prices for the valuation of the visit. */
  prices: readonly HairPrice[]
}

/** One hair type with its price, weight and value. */
export const WeightField = memo(function WeightField({
  price,
  weightGrams,
  prices,
}: WeightFieldProps) {
  const t = useTranslate()
  const name = hairTypeLabel(price.hairType, t)
  const [typed, setTyped] = useState('')
  const text = textForWeight(typed, weightGrams)

  function handleChange(next: string) {
    setTyped(next)
    weighType(price.hairType, weightFromText(next), prices)
  }

  return (
    <li className={styles.type}>
      <TypeHead name={name} price={price} weightGrams={weightGrams ?? 0} />
      <TextField
        label={t('mode.weight', { type: name })}
        labelHidden
        error={useWeightError(text, price)}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder="0"
        suffix={t('mode.grams')}
        value={text}
        onChange={handleChange}
      />
    </li>
  )
})

/** The name, the price and the minimum of the type, and the value of its weight. */
function TypeHead(props: { name: string; price: HairPrice; weightGrams: number }) {
  const t = useTranslate()
  const { name, price, weightGrams } = props
  const { totalPaise: valuePaise } = valueCollection({ [price.hairType]: weightGrams }, [price])
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <h3>{name}</h3>
        <p className={styles.price}>
          {t('mode.price', { price: formatRupees(price.pricePer20gPaise) })} ·{' '}
          {t('mode.minimum', { grams: price.minimumWeightGrams })}
        </p>
      </div>
      <p>
        <span className="visually-hidden">{t('mode.value')}</span>{' '}
        <Rupees paise={valuePaise} size="title" />
      </p>
    </div>
  )
}

function useWeightError(text: string, price: HairPrice): string | undefined {
  const t = useTranslate()
  const check = checkWeight(parseWeightGrams(text), price)
  if (check === 'below-minimum') return t('mode.belowMinimum', { min: price.minimumWeightGrams })
  return check === 'too-heavy'
    ? t('mode.tooHeavy', { max: groupDigits(MAX_WEIGHT_GRAMS) })
    : undefined
}

/** Sets the weight of one hair type in the active visit; undefined removes it. */
function weighType(
  hairType: string,
  weightGrams: number | undefined,
  prices: readonly HairPrice[],
): void {
  updateVisit((visit) => weigh(visit, withWeight(visit.hair, hairType, weightGrams), prices))
}
