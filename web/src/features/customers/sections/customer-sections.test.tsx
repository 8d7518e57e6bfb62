import { groupByStatus } from '@veni/domain/customer'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newCustomer } from '../../../../test/customers.ts'
import { showScreen } from '../../../../test/show-screen.tsx'
import { CustomerSections } from './customer-sections.tsx'

const TODAY = '2026-11-21'
const section = (name: string) => page.getByRole('region', { name, exact: true })
const header = (name: string) => section(name).element().querySelector('header')!

beforeEach(async () => {
  const statuses = ['hold', 'archived', 'interested', 'assigned', 'hold']
  const customers = statuses.map((status, index) => newCustomer({ id: String(index), status }))
  await showScreen(
    <CustomerSections sections={groupByStatus(customers, TODAY)} today={TODAY} windowed={false} />,
    '/deliveries',
  )
})

test('the sections have the order assigned, interested, hold [R-2.060]', () => {
  const titles = page.getByRole('heading', { level: 2 }).elements()
  const words = titles.map((title) => title.textContent)
  expect(words).toEqual(['Assigned', 'Interested', 'On Hold', 'Other'])
})

test.each([
  ['Assigned', 1, 'Ready for delivery visit'],
  ['Interested', 1, 'Customer showed interest, follow up needed'],
  ['On Hold', 2, 'Customer needs time to decide'],
])('the header of %s has its count and meaning [R-2.062]', async (label, count, meaning) => {
  await expect.element(section(label).getByText(String(count), { exact: true })).toBeVisible()
  await expect.element(section(label).getByText(meaning, { exact: true })).toBeVisible()
  expect(section(label).getByRole('listitem').elements()).toHaveLength(count)
})

test.each([
  ['Assigned', true],
  ['Interested', true],
  ['On Hold', false],
  ['Other', false],
])('%s has a highlight bar and a Priority badge: %s [R-2.061]', async (label, isPriority) => {
  await expect.element(section(label)).toBeVisible()
  expect(section(label).getByText('Priority').elements()).toHaveLength(isPriority ? 1 : 0)
  const bar = getComputedStyle(header(label)).borderInlineStartWidth
  expect(bar).toBe(isPriority ? '6px' : '0px')
})

test('an unknown status is shown as unknown, with its text [R-4.006]', async () => {
  await expect.element(section('Other').getByText('Status unknown')).toBeVisible()
  await expect.element(section('Other').getByText('archived', { exact: true })).toBeVisible()
})
