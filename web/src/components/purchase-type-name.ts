import type { PurchaseType } from '@veni/domain/order'
import type { MessageKey } from '../i18n/en.ts'
import type { Translate } from '../i18n/translate.ts'

const keys: ReadonlyMap<string, MessageKey> = new Map(
  Object.entries({
    fullHair: 'place.fullHair',
    cash: 'place.cash',
    whiteHair: 'place.whiteHair',
  } satisfies Record<PurchaseType, MessageKey>),
)

/** The name of a purchase type in the runner's language; an unknown type keeps its own text. */
export function purchaseTypeName(type: string, t: Translate): string {
  const key = keys.get(type)
  return key ? t(key) : type
}
