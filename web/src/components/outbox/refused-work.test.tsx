import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Work } from '@veni/domain/work'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { showScreen } from '../../../test/show-screen.tsx'
import { entries } from '../../outbox/entries.ts'
import { newEntry, type OutboxEntry } from '../../outbox/entry.ts'
import { RefusedWork } from './refused-work.tsx'

const settlement: Work = {
  kind: 'settlement',
  settlement: newSettlementDeal({ balance_amount: 225 }).record,
  photos: [],
}

const refusedOf = (customerId: string, work: Work, done: string[] = []): OutboxEntry => ({
  ...newEntry({ id: customerId, owner: '', customerId, createdAt: 0, work }),
  state: 'refused',
  done,
})

beforeEach(() => () => entries.set([]))

test('a refused deal shows its id, customer and amount, and warns against doing it again', async () => {
  entries.set([
    refusedOf('7', settlement),
    refusedOf('26', { kind: 'customer-update', body: { status: 'hold' } }),
  ])
  await showScreen(<RefusedWork customerId="7" />, '/enquiry-details/7')
  await expect.element(page.getByText('Katta Manjula · Balance to Return ₹225')).toBeVisible()
  await expect
    .element(page.getByText('Deal INV-1763690400000-KXQRTB. It is settled with the customer'))
    .toBeVisible()
  await expect.element(page.getByText('Status of customer #26')).not.toBeInTheDocument()
})

test('a refused payment shows its direction, and the id of a customer without a name', async () => {
  const { record } = newCashDeal({ customer_name: '', balance_type: 'collect' })
  const order = { customer_id: 7, product_id: 1, quantity: 1, payment_method: 'upi' } as const
  entries.set([
    refusedOf('7', {
      kind: 'cash-payment',
      order,
      delivered: { status: 'delivered' },
      payment: record,
      photos: [],
    }),
  ])
  await showScreen(<RefusedWork />, '/profile')
  await expect.element(page.getByText('#7 · Collected ₹725')).toBeVisible()
})

test('a deal with only refused photos does not warn against doing it again', async () => {
  entries.set([refusedOf('7', settlement, ['record'])])
  await showScreen(<RefusedWork />, '/profile')
  await expect.element(page.getByText('Photos of deal INV-1763690400000-KXQRTB.')).toBeVisible()
  await expect.element(page.getByText('do not settle it again')).not.toBeInTheDocument()
})

test('a lost photo does not stay on the phone', async () => {
  const refusal = { status: 0, code: 'photo-lost' }
  entries.set([{ ...refusedOf('7', settlement, ['record']), refusal }])
  await showScreen(<RefusedWork />, '/profile')
  await expect
    .element(page.getByText('A photo of this deal is no longer on this phone'))
    .toBeVisible()
  await expect.element(page.getByText('It stays on this phone')).not.toBeInTheDocument()
})
