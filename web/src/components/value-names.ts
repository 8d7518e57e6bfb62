import { formatHairType } from '@veni/domain/hair'
import type { Translate } from '../i18n/translate.ts'
import type { PurchaseType } from '@veni/domain/order'
import type { MessageKey } from '../i18n/en.ts'
import type { CashPayment, Settlement } from '@veni/domain/deal/record'

const translatedTypes = { black_hair: 'hairType.black', grey_hair: 'hairType.grey' } as const

/** The name of a hair type in the runner's language; other types are named by their id. */
export function hairTypeLabel(hairType: string, t: Translate): string {
  if (hairType === 'black_hair' || hairType === 'grey_hair') return t(translatedTypes[hairType])
  return formatHairType(hairType)
}

const names = {
  fullHair: 'place.fullHair',
  cash: 'place.cash',
  whiteHair: 'place.whiteHair',
} as const satisfies Record<PurchaseType, MessageKey>

// A map: the type is from a link and may be a name such as `__proto__`.
const keys = new Map<string, (typeof names)[PurchaseType]>(Object.entries(names))

/** The name of a purchase type in the runner's language; an unknown type keeps its own text. */
export function purchaseTypeName(type: string, t: Translate): string {
  const key = keys.get(type)
  return key ? t(key) : type
}

const balanceKeys = { return: 'cash.balanceToReturn', collect: 'cash.balanceToCollect' } as const
/** Past tense after the payment, so that nobody pays again. */
const paidKeys = { return: 'deal.returned', collect: 'deal.collected' } as const

type Balanced = Pick<CashPayment | Settlement, 'status' | 'balance_type'>

/** The message for the direction of a deal's balance, before or after the payment. */
export const balanceKey = ({ status, balance_type: direction }: Balanced) =>
  (status === 'confirmed' ? balanceKeys : paidKeys)[direction]
