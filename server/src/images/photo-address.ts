import { api } from '@veni/domain/api'
import { photoTypes } from '@veni/domain/photo'
import type { PhotoKey } from './photo-store.ts'

/** Relative to the API, which one server knows under many names. */
export function photoAddress({ hash, type }: PhotoKey): string {
  return addressOf(`${hash}.${photoTypes[type][0]}`)
}

export function addressOf(file: string): string {
  return api.image.path.replace(':file', file)
}
