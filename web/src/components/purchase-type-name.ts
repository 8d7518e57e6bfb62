import { PURCHASE_TYPES, type PurchaseType } from '@veni/domain/order'
import type { MessageKey } from '../i18n/en.ts'
import type { Translate } from '../i18n/translate.ts'

const keys = {
  fullHair: 'place.fullHair',
  cash: 'place.cash',
  whiteHair: 'place.whiteHair',
} as const satisfies Record<PurchaseType, MessageKey>

/** The name of a purchase type in the runner's language; an unknown type keeps its own text. */
export function purchaseTypeName(type: string, t: Translate): string {
  const known = PURCHASE_TYPES.find((one) => one === type)
  return known ? t(keys[known]) : type
}
