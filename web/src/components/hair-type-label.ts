import { hairTypeName } from '@veni/domain/hair'
import type { Translate } from '../i18n/translate.ts'

const known = { black_hair: 'hairType.black', grey_hair: 'hairType.grey' } as const

/** A hair type in the runner's language; one that only the portal knows is named as spec §3 makes names. */
export function hairTypeLabel(hairType: string, t: Translate): string {
  if (hairType === 'black_hair' || hairType === 'grey_hair') return t(known[hairType])
  return hairTypeName(hairType)
}
