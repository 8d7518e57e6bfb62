import type { RefusedField } from './errors.ts'

/**
 * Texts of a parsed request that PostgreSQL cannot hold: with a zero character, or half of a surrogate pair. Refused
 * here, they would otherwise fail inside the database and look like a fault of the server.
 */
export function findUnstorable(value: unknown, path = ''): RefusedField[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ path, reason: 'holds a character that is no text' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    findUnstorable(part, path ? `${path}.${name}` : name),
  )
}

const UNSTORABLE = /[\0\p{Surrogate}]/u

function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}
