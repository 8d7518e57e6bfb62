import { translation } from '../../../i18n/language.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { session } from '../../../state/session.ts'
import { invoiceDocument, type InvoiceDocument } from './invoice-document.ts'

/** A deal's invoice in the language in use. Runners open only deals of their own, so the signed-in runner made the deal. */
export function useInvoiceDocument(deal: Deal): InvoiceDocument {
  const t = useTranslate()
  const { language } = useValue(translation)
  const runner = useValue(session)?.runner
  return invoiceDocument(deal, { t, language, runner })
}
