import type { PurchaseType } from '@veni/domain/order'
import type { MessageKey } from '../i18n/en.ts'
import type { Translate } from '../i18n/translate.ts'

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
