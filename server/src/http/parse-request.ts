import * as v from 'valibot'
import { AppError, type RefusedField } from '../errors.ts'

/** A deal has four levels. A recursive function, such as `JSON.stringify`, fails at some thousand. */
const MOST_LEVELS = 32
/** The longest list of the contract: the items of a deal. No object of it has as many fields. */
const MAX_LIST_LENGTH = 500
/** A reply names so many wrong fields. */
const MAX_REFUSED_FIELDS = 20
/**
 * How many values a body can have. An item of a deal has eight in 87 bytes at least, so that the longest body of the
 * contract, 512 KB, has fewer.
 */
export const MOST_VALUES = 50_000
/** A usual deal has a hundred values. */
const MOST_VALUES_TO_NAME = 1_000

/** Parses one part of a request. Throws `bad-request` with the first fields that are wrong. */
export function parsePart(schema: v.GenericSchema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Before the schema, which looks at every entry before it counts them: 20,000 wrong entries took two seconds.
  const long = findFields(value, findExcess)
  if (long.length > 0) throw unexpected(long)
  const result = v.safeParse(schema, value, {
    abortPipeEarly: true,
    // Each wrong value costs microseconds: of very many the schema finds the first only.
    abortEarly: countValues(value, MOST_VALUES_TO_NAME) > MOST_VALUES_TO_NAME,
  })
  if (result.success) return result.output
  throw unexpected(result.issues.slice(0, MAX_REFUSED_FIELDS).map(toField))
}

/** Whether lists and objects are so deep inside of each other that no recursive function may read them. */
function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (!isObject(value)) return false
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1))
}

/** Whether a part of a file is small enough to be parsed between the calls of the runners. */
export const isReadable = (value: unknown): boolean =>
  !isTooDeep(value) &&
  countValues(value, MOST_VALUES) <= MOST_VALUES &&
  findFields(value, findExcess).length === 0

/** Throws `bad-request` for a body that no recursive function may read. Call it before anything else reads the body. */
export function requireReadable(body: unknown): void {
  if (isTooDeep(body)) throw unexpected([{ path: '', reason: 'has too many levels' }])
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Counts a value and all values in it. Stops a few after `most`. */
function countValues(value: unknown, most: number): number {
  if (!isObject(value)) return 1
  let count = 1
  for (const part of Object.values(value)) {
    count += countValues(part, most - count)
    if (count > most) break
  }
  return count
}

function findExcess(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { length } = Array.isArray(value) ? value : Object.keys(value)
  return length > MAX_LIST_LENGTH ? `has more than ${MAX_LIST_LENGTH} entries` : undefined
}

/**
 * Returns the first values that have a reason for a refusal, at any depth.
 * @param found the fields so far
 */
function findFields(
  value: unknown,
  findReason: (value: unknown) => string | undefined,
  path = '',
  found: RefusedField[] = [],
): RefusedField[] {
  const reason = findReason(value)
  if (reason !== undefined) found.push({ path, reason })
  else if (isObject(value))
    for (const [name, part] of Object.entries(value)) {
      if (found.length === MAX_REFUSED_FIELDS) break
      findFields(part, findReason, path ? `${path}.${name}` : name, found)
    }
  return found
}

/**
 * Parses a body and refuses text that PostgreSQL cannot store. Parameters need no such check: an id with such text
 * is not found, and nothing of it is stored.
 */
export function parseBody(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const body = parsePart(schema, value)
  requireStorable(body)
  return body
}

/** Throws `bad-request` for text that PostgreSQL cannot store. */
export function requireStorable(value: unknown): void {
  const refused = findUnstorable(value)
  if (refused.length > 0) throw unexpected(refused)
}

/**
 * Returns the first fields whose text PostgreSQL cannot store: a zero character, or half of a surrogate pair. Without
 * this check the database fails, and the runner's mistake looks like a fault of the server.
 */
export const findUnstorable = (value: unknown): RefusedField[] =>
  findFields(value, (part) =>
    typeof part === 'string' && UNSTORABLE.test(part)
      ? 'contains a character that is not text'
      : undefined,
  )

const UNSTORABLE = /[\0\p{Surrogate}]/u

function unexpected(fields: RefusedField[]): AppError {
  const named = fields.map(({ path, reason }) => ({ path: toKnownPath(path), reason }))
  return new AppError('bad-request', 'The request is not as expected.', named)
}

/** The sender chooses the names in a body: what can be no name of the contract and no place in a list is not repeated. */
const toKnownPath = (path: string) =>
  path
    .split('.')
    .map((name) => (/^(?:[a-z]\w{0,39}|\d{1,3}|)$/iu.test(name) ? name : '?'))
    .join('.')

function toField(issue: v.BaseIssue<unknown>): RefusedField {
  // Valibot repeats what it received, which can be a phone number or very long.
  const reason = issue.message.replace(/(?: but received|: Received) [^]*$/u, '')
  return { path: v.getDotPath(issue) ?? '', reason }
}
