import { formatHairType } from '@veni/domain/hair'
import type { Translate } from '../i18n/translate.ts'

const translatedTypes = { black_hair: 'hairType.black', grey_hair: 'hairType.grey' } as const

/** The name of a hair type in the runner's language; other types are named by their id. */
export function hairTypeLabel(hairType: string, t: Translate): string {
  if (hairType === 'black_hair' || hairType === 'grey_hair') return t(translatedTypes[hairType])
  return formatHairType(hairType)
}
