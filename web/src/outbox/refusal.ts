/** What the office will not take as it is, told from what will pass. */
import { errorReplySchema } from '@veni/domain/api/protocol'
import type { ApiFailure } from '../api/failure.ts'
import { parseJson } from '../lib/stored-value.ts'
import type { OutboxEntry } from './entry.ts'

/** 408, 425 and 429 pass, as does 409 of a twin still in progress; every other 4xx is a rule's refusal. */
const PASSING_STATUSES = new Set([408, 425, 429])

export function isRefusal({ kind, detail }: ApiFailure): boolean {
  const status = detail.status ?? 0
  if (kind !== 'status' || status < 400 || status > 499) return false
  return !PASSING_STATUSES.has(status) && detail.code !== 'in-progress'
}

export function refusalOf({ detail }: ApiFailure): OutboxEntry['refusal'] {
  const { status = 0, code, body } = detail
  const fields = parseJson(body, errorReplySchema)?.error.fields?.map(({ path }) => path)
  return { status, code, ...(fields && { fields }) }
}
