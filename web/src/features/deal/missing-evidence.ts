import type { MissingEvidence } from '@veni/domain/deal/record'
import type { MessageKey } from '../../i18n/en.ts'

/** The sentence for what a cash payment still lacks (spec §5 "Cash payment"). */
export const missingEvidenceKeys = {
  'packet-photo': 'deal.packetMissing',
  'upi-reference': 'deal.upiMissing',
  'cash-receipt': 'deal.receiptMissing',
  'cash-amount': 'deal.cashMissing',
} as const satisfies Record<MissingEvidence, MessageKey>
