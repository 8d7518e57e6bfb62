import type { Translate } from '../../i18n/translate.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'

/** Those of which there is more to say than that the office did not take it. */
const EXPLAINED = [
  'conflict',
  'not-found',
  'too-large',
  'wrong-type',
  'idempotency-mismatch',
] as const

/** Why the office did not take an entry, and what can be done. */
export function refusalText({ refusal }: OutboxEntry, t: Translate): string {
  const { code, status, fields = [] } = refusal ?? {}
  const explained = EXPLAINED.find((one) => one === code)
  if (explained) return t(`outbox.refused.${explained}`)
  // Said by somebody on the way, who has no words of ours.
  if (status === 413) return t('outbox.refused.too-large')
  return fields.length > 0
    ? t('outbox.refused.bad-request', { fields: fields.join(', ') })
    : t('outbox.refused.other')
}
