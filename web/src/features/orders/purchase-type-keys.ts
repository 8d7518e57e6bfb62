import type { PurchaseType } from '@veni/domain/order'
import type { MessageKey } from '../../i18n/en.ts'

export const purchaseTypeKeys = {
  fullHair: 'place.fullHair',
  cash: 'place.cash',
  whiteHair: 'place.whiteHair',
} as const satisfies Record<PurchaseType, MessageKey>
