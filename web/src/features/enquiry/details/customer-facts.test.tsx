import type { Customer } from '@veni/domain/customer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../../styles/tokens.css'
import '../../../styles/base.css'
import { newCustomer } from '../../../../test/customers.ts'
import { CustomerFacts } from './customer-facts.tsx'

const show = (changes: Partial<Customer>) =>
  render(<CustomerFacts customer={newCustomer(changes)} />)

/** The value that stands under a label. */
const fact = (label: string) =>
  page.getByRole('term').filter({ hasText: label }).element().nextElementSibling?.textContent
const labels = () =>
  page
    .getByRole('term')
    .elements()
    .map((term) => term.textContent)

test('member name and id are shown [R-2.210]', async () => {
  await show({ id: '26', memberName: 'Lakshmi' })
  await expect.element(page.getByRole('heading', { name: 'Lakshmi' })).toBeVisible()
  await expect.element(page.getByText('#26', { exact: true })).toBeVisible()
})

test('the mobile is a tel link without blanks [R-2.211]', async () => {
  await show({ mobile: '90000 02908' })
  const link = page.getByRole('link', { name: 'Call 90000 02908' })
  await expect.element(link).toHaveAttribute('href', 'tel:9000002908')
})

test('an invalid mobile is shown as text', async () => {
  await show({ mobile: 'ask the neighbour' })
  expect(fact('Mobile')).toBe('ask the neighbour')
  expect(page.getByRole('link', { name: /Call/ }).elements()).toEqual([])
})

test('the father/husband name is shown [R-2.212]', async () => {
  await show({ fatherOrHusbandName: 'Katta Yadagiri' })
  expect(fact('Father/Husband Name')).toBe('Katta Yadagiri')
})

test('the address is village info, district and state [R-2.213]', async () => {
  await show({ villageInfo: 'Chityal', district: 'Nalgonda', state: 'Telangana' })
  expect(fact('Address')).toBe('Chityal, Nalgonda, Telangana')
})

test('the email is shown only when there is one [R-2.214]', async () => {
  const { rerender } = await show({ email: 'manjula@example.in' })
  expect(fact('Email')).toBe('manjula@example.in')
  await rerender(<CustomerFacts customer={newCustomer({ email: '' })} />)
  expect(labels()).not.toContain('Email')
})

test('the extra notes are shown [R-2.215]', async () => {
  await show({ extra: 'Third house behind the temple' })
  expect(fact('Extra Notes')).toBe('Third house behind the temple')
})

test('empty details of a customer are not shown', async () => {
  await show({ villageInfo: '', district: '', state: '', fatherOrHusbandName: '', mobile: '' })
  expect(labels()).toEqual([])
  expect(page.getByRole('link').elements()).toEqual([])
})

test.each([
  ['assigned [R-4.001]', 'assigned', 'Assigned', 'Ready for delivery visit'],
  [
    'interested [R-4.002]',
    'interested',
    'Interested',
    'Customer showed interest, follow up needed',
  ],
  ['hold [R-4.003]', 'hold', 'On Hold', 'Customer needs time to decide'],
  ['pending [R-4.004]', 'pending', 'Pending', 'Awaiting customer response or action'],
  ['any other [R-4.006]', 'archived', 'archived', 'Status unknown'],
  ['one that is a word of the language [R-4.006]', 'toString', 'toString', 'Status unknown'],
])('the status has its label and meaning: %s', async (_, status, label, meaning) => {
  await show({ status })
  await expect.element(page.getByText(label, { exact: true })).toBeVisible()
  await expect.element(page.getByText(meaning, { exact: true })).toBeVisible()
})

test.each([
  ['delivered', 'Delivered'],
  ['rejected', 'Rejected'],
])('%s is a status of the product [R-4.005]', async (status, label) => {
  await show({ status })
  await expect.element(page.getByText(label, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Status unknown')).not.toBeInTheDocument()
})

test('a missing status shows Status unknown once', async () => {
  await show({ status: '' })
  await expect.element(page.getByText('Status unknown')).toBeVisible()
})

test('the meaning of the status is beside the status, apart from the contact links', async () => {
  await show({ status: 'assigned' })
  const box = (text: string) =>
    page.getByText(text, { exact: true }).element().getBoundingClientRect()
  const meaning = box('Ready for delivery visit')
  const call = page.getByRole('link', { name: /^Call/ }).element().getBoundingClientRect()
  expect(call.top - meaning.bottom).toBeGreaterThanOrEqual(16)
  expect(meaning.top - box('Assigned').bottom).toBeLessThan(16)
})

test('a follow-up that is shown over midnight changes with the day [R-9.033]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-02-14T23:59:00+05:30') })
  onTestFinished(() => void vi.useRealTimers())
  await show({ nextFollowup: '2024-02-14' })
  await expect.element(page.getByText('Today', { exact: true })).toBeVisible()
  vi.setSystemTime(new Date('2024-02-15T08:00:00+05:30'))
  // The runner wakes the phone up.
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('1 day(s) overdue', { exact: true })).toBeVisible()
})
