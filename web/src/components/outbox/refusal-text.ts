import { translation } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { formatDay } from '../../lib/format-date.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { statusName } from '../customer/customer-badges.tsx'

/** Refusal codes that have a sentence of their own. */
const EXPLAINED_CODES = [
  'conflict',
  'not-found',
  'too-large',
  'wrong-type',
  'idempotency-mismatch',
  'photo-lost',
] as const

/** Explains why the server refused an entry, and what the runner can do. */
export function refusalText({ refusal }: Pick<OutboxEntry, 'refusal'>, t: Translate): string {
  const { code, status, fields = [], office } = refusal ?? {}
  if (office)
    return t('outbox.refused.newer', {
      values: [
        statusName(office.status, t),
        office.comments,
        formatDay(office.next_followup ?? '', translation.get().language),
      ]
        .filter(Boolean)
        .join(' · '),
    })
  const explained = EXPLAINED_CODES.find((one) => one === code)
  if (explained) return t(`outbox.refused.${explained}`)
  if (fields.includes('version')) return t('outbox.refused.version')
  // An intermediary answers without our error codes.
  if (status === 413) return t('outbox.refused.too-large')
  return fields.length > 0
    ? t('outbox.refused.bad-request', { fields: fields.join(', ') })
    : t('outbox.refused.other')
}
