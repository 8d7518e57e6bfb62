import * as v from 'valibot'
import { AppError, type RefusedField } from '../errors.ts'

/** A deal has four levels. A recursive function, such as `JSON.stringify`, fails at some thousand. */
const MOST_LEVELS = 32
/** The longest list of the contract: the items of a deal. */
const MAX_LIST_LENGTH = 500
/** A reply names so many wrong fields. */
const MAX_REFUSED_FIELDS = 20

/** Parses one part of a request. Throws `bad-request` with the first fields that are wrong. */
export function parsePart(schema: v.GenericSchema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Before the schema, which looks at every entry before it counts them: 20,000 wrong entries took two seconds.
  const long = findLongLists(value)
  if (long.length > 0) throw unexpected(long)
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  throw unexpected(result.issues.slice(0, MAX_REFUSED_FIELDS).map(toField))
}

/** Whether lists and objects are so deep inside of each other that no recursive function may read them. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    level = level.flatMap((part): unknown[] =>
      typeof part === 'object' && part !== null ? Object.values(part) : [],
    )
    if (level.length === 0) return false
  }
  return true
}

/** Throws `bad-request` for a body that no recursive function may read. Call it before anything else reads the body. */
export function requireReadable(body: unknown): void {
  if (isTooDeep(body)) throw unexpected([{ path: '', reason: 'has too many levels' }])
}

/** Lists are fields of a body; the schemas have none inside of other fields. */
function findLongLists(value: unknown): RefusedField[] {
  return Object.entries(Object(value) as object)
    .filter(([, field]) => Array.isArray(field) && field.length > MAX_LIST_LENGTH)
    .slice(0, MAX_REFUSED_FIELDS)
    .map(([path]) => ({ path, reason: `has more than ${MAX_LIST_LENGTH} entries` }))
}

/**
 * Parses a body and refuses text that PostgreSQL cannot store. Parameters need no such check: an id with such text
 * is not found, and nothing of it is stored.
 */
export function parseBody(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const body = parsePart(schema, value)
  const refused = findUnstorable(body)
  if (refused.length > 0) throw unexpected(refused)
  return body
}

/**
 * Returns the fields whose text PostgreSQL cannot store: a zero character, or half of a surrogate pair. Without this
 * check the database fails, and the runner's mistake looks like a fault of the server.
 */
export function findUnstorable(value: unknown, path = ''): RefusedField[] {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value) ? [{ path, reason: 'contains a character that is not text' }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    findUnstorable(part, path ? `${path}.${name}` : name),
  )
}

const UNSTORABLE = /[\0\p{Surrogate}]/u

function unexpected(fields: RefusedField[]): AppError {
  return new AppError('bad-request', 'The request is not as expected.', fields)
}

function toField(issue: v.BaseIssue<unknown>): RefusedField {
  // Valibot repeats what it received, which can be a phone number or very long.
  const reason = issue.message.replace(/ but received [^]*$/u, '')
  return { path: v.getDotPath(issue) ?? '', reason }
}
