import { expect, test } from 'vitest'
import { newCashDeal, newDealItem } from '../../../../test/deals.ts'
import { translate } from '../../../i18n/translate.ts'
import { qrPath } from '../../../lib/qr-path.ts'
import { invoiceDocument } from './invoice-document.ts'
import { invoiceHtml } from './invoice-html.ts'

const HOSTILE = `<img src="https://evil.example/x" onerror=alert(1)>&lt;"'</style><script>`

const fileOf = (deal = newCashDeal()) =>
  invoiceHtml(invoiceDocument(deal, { t: translate, language: 'en', runner: undefined }), {
    language: 'en',
    company: 'Veni',
    title: 'Invoice',
    qr: qrPath(deal.invoiceId),
  })
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test('the file has the whole content of the invoice, in its language', () => {
  const page = parse(
    fileOf(newCashDeal({ items: [newDealItem('Handbag', 200, 2)], items_total: 400 })),
  )
  expect(page.documentElement.lang).toBe('en')
  expect(page.title).toBe('Invoice CASH-1763690400000-ZQVSRN')
  const text = page.body.textContent
  for (const part of [
    'CASH-1763690400000-ZQVSRN',
    'Katta Manjula',
    '421987654321',
    'Black Hair100 g × ₹70 / 20 g₹350',
    'Handbag2 × ₹200₹400',
    'Items Total₹400',
    'Balance to Return₹725',
  ])
    expect(text).toContain(part)
  expect(page.querySelector('svg path')?.getAttribute('d')).toMatch(/^M4 4h7/)
})

test('no text of a deal becomes markup', () => {
  const deal = newCashDeal({
    customer_name: HOSTILE,
    upi_reference: HOSTILE,
    items: [newDealItem(HOSTILE, 1)],
    location: { latitude: 1, longitude: 1, address: HOSTILE },
  })
  const page = parse(fileOf(deal))
  const usual = parse(fileOf(newCashDeal({ items: [newDealItem('Handbag', 1)] })))
  const tags = (one: Document) => [...one.querySelectorAll('*')].map((element) => element.tagName)
  expect(tags(page)).toEqual(tags(usual))
  expect(page.body.textContent.split(HOSTILE)).toHaveLength(5)
})

test('the file loads nothing and runs no script', () => {
  const page = parse(fileOf())
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')
  expect(policy?.getAttribute('content')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  expect(page.querySelectorAll('script, link, img, iframe, [src], [href]')).toHaveLength(0)
  expect(page.querySelector('style')?.textContent).not.toMatch(/url\(|@import/)
})
