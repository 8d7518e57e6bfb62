import '../../../styles/tokens.css'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newCashDeal, newDealItem, newSettlementDeal } from '../../../../test/deals.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { setLanguage } from '../../../i18n/language.ts'
import { InvoiceView } from './invoice-view.tsx'

const invoice = page.getByRole('article', { name: 'Invoice' })
const part = (name: string) => page.getByRole('table', { name })
const rows = (name: string) =>
  part(name)
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))
const facts = () =>
  page
    .getByRole('term')
    .elements()
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

beforeEach(() => signInRunner('1', 'Ravi Kumar'))

test('the invoice lists each hair type with its weight, price and value', async () => {
  await render(<InvoiceView deal={newSettlementDeal()} />)
  expect(rows('Hair')).toEqual([
    ['Black Hair100 g × ₹70 / 20 g', '₹350'],
    ['Grey Hair250 g × ₹30 / 20 g', '₹375'],
    ['Hair Value', '₹725'],
  ])
})

test('the invoice lists each item with its quantity, price and line total, also two with the same name', async () => {
  const items = [newDealItem('Handbag', 200, 2), newDealItem('Handbag', 400.44)]
  await render(
    <InvoiceView
      deal={newSettlementDeal({
        items,
        items_total: 800.44,
        balance_amount: 75.44,
        balance_type: 'collect',
      })}
    />,
  )
  expect(rows('Items')).toEqual([
    ['Handbag2 × ₹200', '₹400'],
    ['Handbag1 × ₹400', '₹400'],
    ['Items Total', '₹800'],
  ])
  expect(facts()).toContain('Balance to Collect: ₹75')
})

test.each([
  ['upi', 'Payout: UPI', 'UPI: ₹725'],
  ['cash', 'Payout: Cash', 'Cash amount: ₹725'],
] as const)(
  'the invoice of a payment by %s has customer, runner, date, location and payout',
  async (way, ...words) => {
    const [payout, paid] = words
    const location = { latitude: 17.2, longitude: 79.1, address: 'Chityal, Nalgonda' }
    const deal = newCashDeal({ location, cash_amount: 725, payout_method: way })
    await render(<InvoiceView deal={deal} />)
    expect(facts()).toEqual([
      'Invoice ID: CASH-1763690400000-ZQVSRN',
      'Customer: Katta Manjula',
      'Runner: Ravi Kumar',
      'Date: 21 Nov 2026, 9:30\u00A0am',
      payout,
      'Reference: 421987654321',
      'Location: Chityal, Nalgonda',
      'Balance to Return: ₹725',
      paid,
    ])
    await expect.element(invoice).toHaveTextContent('Status: Completed')
  },
)

test.each([
  [
    'a location without an address shows its coordinates',
    { latitude: 17.2, longitude: 79.1, address: '' },
    '17.2, 79.1',
  ],
  [
    'a missing location shows that it is not available',
    { latitude: 0, longitude: 0, address: 'Location not available' },
    'Location not available',
  ],
])('%s', async (_, location, text) => {
  await render(<InvoiceView deal={newSettlementDeal({ location })} />)
  expect(facts()).toContain(`Location: ${text}`)
})

test('the invoice id is also a QR code with an accessible name', async () => {
  await render(<InvoiceView deal={newSettlementDeal()} />)
  const code = page.getByRole('img', { name: 'QR code of invoice ID INV-1763690400000-KXQRTB' })
  await expect.element(code).toBeVisible()
  expect(code.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(96)
})

test('the invoice changes to Telugu with the app, including hair types and a missing location', async () => {
  onTestFinished(() => setLanguage('en'))
  await render(<InvoiceView deal={newSettlementDeal()} />)
  await expect.element(part('Hair')).toBeVisible()
  await setLanguage('te')
  await expect.element(part('జుట్టు')).toBeVisible()
  expect(rows('జుట్టు')[0]).toEqual(['నల్ల జుట్టు100 గ్రా. × ₹70 / 20 గ్రా.', '₹350'])
  expect(facts()).toContain('లొకేషన్: లొకేషన్ దొరకలేదు')
  expect(facts()).toContain('కస్టమర్‌కు ఇవ్వాల్సింది: ₹725')
})
