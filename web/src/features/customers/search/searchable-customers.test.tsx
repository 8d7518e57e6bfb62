import { groupByStatus, type Customer } from '@veni/domain/customer'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newCustomer } from '../../../../test/customers.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { showScreen } from '../../../../test/show-screen.tsx'
import { SearchableCustomers } from './searchable-customers.tsx'

const customers = [
  newCustomer({ id: '12', memberName: 'Lakshmi', villageInfo: 'Kothapalli' }),
  newCustomer({ id: '3', status: 'hold', memberName: 'Padma', villageInfo: 'Kothapalli' }),
  newCustomer({ id: '1', memberName: 'Anjali', mobile: '98480 11111' }),
]
const field = page.getByRole('searchbox', { name: 'Search customers' })
const clear = page.getByRole('button', { name: 'Clear search' })
const names = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent)

const show = (list: readonly Customer[] = customers) =>
  showScreen(<SearchableCustomers sections={groupByStatus(list, '2026-11-21')} />, '/deliveries')

beforeEach(() => void signInRunner())

test('typing shows the matching customers in their sections, and the number of hits', async () => {
  await show()
  expect(names()).toEqual(['Lakshmi', 'Anjali', 'Padma'])
  await field.fill('kothapalli')
  await expect.poll(names).toEqual(['Lakshmi', 'Padma'])
  await expect.element(page.getByRole('status')).toHaveTextContent('Found 2 of 3')
  await expect.element(page.getByRole('region', { name: 'On Hold' })).toBeVisible()
  await field.fill('#1')
  await expect.poll(names).toEqual(['Anjali'])
  await expect.element(page.getByRole('region', { name: 'On Hold' })).not.toBeInTheDocument()
})

test('after the return from a customer the focus is on the card of that customer', async () => {
  const { unmount } = await show()
  window.history.pushState(null, '', '/enquiry-details/1')
  await unmount()
  await show()
  await expect.element(page.getByRole('link', { name: /^Anjali/ })).toHaveFocus()
})

test('the number of hits is a live region that is empty before a search', async () => {
  await show()
  await expect.element(page.getByRole('status')).toBeInTheDocument()
  expect(page.getByRole('status').element().textContent).toBe('')
})

test('the clear button has 48 px, shows all customers and leaves the focus in the field', async () => {
  await show()
  await expect.element(field).toBeVisible()
  expect(clear.elements()).toEqual([])
  await field.fill('padma')
  const { width, height } = clear.element().getBoundingClientRect()
  expect([width, height]).toEqual([48, 48])
  expect(field.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  await clear.click()
  await expect.poll(names).toHaveLength(3)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('a search without a hit shows a message and a way back [R-2.074]', async () => {
  await show()
  await field.fill('nobody')
  await expect.element(page.getByText('No customers found for selected filter')).toBeVisible()
  await expect.element(page.getByText(/matches “nobody”/)).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Found 0 of 3')
  await page.getByRole('button', { name: 'Show all customers' }).click()
  await expect.poll(names).toHaveLength(3)
})

test('the Search key hides the keyboard', async () => {
  await show()
  await field.fill('padma')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toHaveFocus()
  await expect.poll(names).toEqual(['Padma'])
})

test('the search is unchanged after the runner comes back', async () => {
  const { unmount } = await show()
  await field.fill('padma')
  await expect.poll(names).toEqual(['Padma'])
  await unmount()
  await show()
  await expect.element(field).toHaveValue('padma')
  expect(names()).toEqual(['Padma'])
})

test('all customers show after the runner comes back when the search has no hit any more', async () => {
  const { unmount } = await show()
  await field.fill('padma')
  await unmount()
  await show(customers.filter(({ memberName }) => memberName !== 'Padma'))
  await expect.element(field).toHaveValue('')
  expect(names()).toEqual(['Lakshmi', 'Anjali'])
})

test("another runner does not see the first runner's search", async () => {
  const { unmount } = await show()
  await field.fill('padma')
  await unmount()
  signInRunner('2', 'Suresh')
  await show()
  await expect.element(field).toHaveValue('')
})
