import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Customer } from '@veni/domain/customer'
import { newCustomer } from '../../../../test/customers.ts'
import { address, showScreen } from '../../../../test/show-screen.tsx'
import { entries } from '../../../outbox/entries.ts'
import { newEntry } from '../../../outbox/entry.ts'
import { CustomerCard } from './customer-card.tsx'

const card = page.getByRole('link')
const show = (changes: Partial<Customer>) =>
  showScreen(<CustomerCard customer={newCustomer(changes)} today="2026-11-21" />, '/deliveries')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:30:00+05:30') })
  return () => vi.useRealTimers()
})

test('a card shows #id, status badge and member name [R-2.063]', async () => {
  await show({ id: '7', status: 'interested', memberName: 'Katta Manjula' })
  await expect.element(card.getByText('#7', { exact: true })).toBeVisible()
  await expect.element(card.getByText('Interested', { exact: true })).toBeVisible()
  await expect.element(card.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
})

test('a card shows the line of village, district and state [R-2.064]', async () => {
  await show({ villageInfo: 'Chityal', district: 'Nalgonda', state: 'Telangana' })
  await expect
    .element(card.getByText('Chityal, Nalgonda, Telangana', { exact: true }))
    .toBeVisible()
})

test('a card shows the Father/Husband name [R-2.065]', async () => {
  await show({ fatherOrHusbandName: 'Katta Yadagiri' })
  await expect.element(card.getByText('Father/Husband: Katta Yadagiri')).toBeVisible()
})

test('a card shows the extra note [R-2.066]', async () => {
  await show({ extra: 'Third house behind the temple' })
  await expect.element(card.getByText('Third house behind the temple')).toBeVisible()
})

test('what a card says about days can be hidden on another day [R-7.058]', async () => {
  await show({ status: 'hold', nextFollowup: '2026-11-20' })
  await expect.element(card).toHaveTextContent(/overdue/)
  await expect.element(card).toHaveTextContent(/Due now/)
  for (const one of card.element().querySelectorAll('[data-day]')) one.remove()
  await expect.element(card).not.toHaveTextContent(/overdue|Due now/)
})

test.each(['assigned', 'interested', 'hold', 'archived'])(
  'only a hold card shows comments and a follow-up date: %s [R-2.067, R-2.068]',
  async (status) => {
    await show({ status, comments: 'After the festival', nextFollowup: '2026-12-01' })
    await expect.element(card).toBeVisible()
    const isHold = status === 'hold'
    const words = card.element().textContent
    expect(words.includes('Comments: After the festival')).toBe(isHold)
    expect(words.includes('Follow-up: 1 Dec 2026')).toBe(isHold)
  },
)

test.each([
  ['hold', '2026-11-21', true],
  ['hold', '2026-11-01', true],
  ['hold', '2026-11-22', false],
  ['hold', '', false],
  ['assigned', '2026-11-21', false],
])(
  'a card of %s with a follow-up on %j is marked as due: %s',
  async (status, nextFollowup, due) => {
    await show({ status, nextFollowup })
    await expect.element(card).toBeVisible()
    expect(card.getByText('Due now').elements()).toHaveLength(due ? 1 : 0)
  },
)

test('a tap anywhere on a card opens the enquiry [R-2.069]', async () => {
  await show({ id: '7' })
  await card.getByText('Chityal').click()
  await expect.poll(address).toBe('/enquiry-details/7')
})

test('the card of a customer without a name shows that, and an empty field takes no space', async () => {
  await show({
    memberName: '',
    fatherOrHusbandName: '',
    villageInfo: '',
    district: '',
    state: '',
    status: '',
  })
  await expect.element(card).toHaveTextContent('Name not recorded#7Status unknown')
})

test('a demo customer is marked, and a real customer is not', async () => {
  const { rerender } = await show({ id: 'demo-1' })
  await expect.element(card.getByText('Demo', { exact: true })).toBeVisible()
  await rerender(<CustomerCard customer={newCustomer({ id: '7' })} today="2026-11-21" />)
  await expect.element(card.getByText('Demo', { exact: true })).not.toBeInTheDocument()
})

test('only the card of the customer with refused work shows the refusal', async () => {
  const customer = newCustomer({ id: '7' })
  await showScreen(
    <>
      <CustomerCard customer={customer} today="2026-11-21" />
      <CustomerCard customer={{ ...customer, id: '8' }} today="2026-11-21" />
    </>,
    '/deliveries',
  )
  const badge = page.getByText('Not accepted by the office', { exact: true })
  await expect.element(badge).not.toBeInTheDocument()
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  const entry = newEntry({ id: 'e1', owner: '', customerId: '7', createdAt: 0, work })
  onTestFinished(() => entries.set([]))
  entries.set([{ ...entry, state: 'refused' }])
  await expect
    .element(page.getByRole('link', { name: '#7' }).getByText('Not accepted by the office'))
    .toBeVisible()
  expect(badge.elements()).toHaveLength(1)
})
