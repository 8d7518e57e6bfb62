import { axeViolations } from '../accessibility/axe.ts'
import type { Page } from '@playwright/test'
import { expectAllSnapshots } from '../support/phone-storage.ts'
import { newCustomer } from '../support/servers/plain-portal-data.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { signIn } from '../support/runner.ts'

const cards = (page: Page) => page.locator('a[href^="/enquiry-details/"]')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search customers' })

test('a runner finds a customer by name, village, phone or #id without a call to the server', async ({
  page,
  plainPortal,
}) => {
  plainPortal.customers.push(
    newCustomer(31, 'సరోజ', { village_info: 'నల్గొండ', mobile: '98480 22338' }),
    newCustomer(310, 'K. Ramulamma', { status: 'hold' }),
  )
  await signIn(page)
  await expect(cards(page)).toHaveCount(5)
  await expectAllSnapshots(page)
  await page.context().setOffline(true)
  const asked = plainPortal.requests.length
  for (const [query, name] of [
    ['ramulamma', 'K. Ramulamma'],
    ['K RAMU', 'K. Ramulamma'],
    ['నల్ గొండ', 'సరోజ'],
    ['+91 9848022338', 'సరోజ'],
    ['#31', 'సరోజ'],
  ] as const) {
    await field(page).fill(query)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).getByRole('heading')).toHaveText(name)
    await expect(page.getByText('Found 1 of 5')).toBeVisible()
  }
  await field(page).fill('kothapalli portal')
  await expect(cards(page)).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Assigned',
    'Interested',
    'On Hold',
  ])
  await field(page).fill('nobody')
  await expect(page.getByText('No customers found for selected filter')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all customers' }).click()
  await expect(cards(page)).toHaveCount(5)
  expect(plainPortal.requests.length).toBe(asked)
})

test('the hold section starts with the due follow-ups, the most overdue first', async ({
  page,
  plainPortal,
}) => {
  plainPortal.customers.push(
    newCustomer(40, 'Without a date', { status: 'hold' }),
    newCustomer(41, 'Years late', { status: 'hold', next_followup: '2019-05-05' }),
  )
  await signIn(page)
  const held = page.getByRole('region', { name: 'On Hold' })
  await expect(held.getByRole('heading', { level: 3 })).toHaveText([
    'Years late',
    'Portal Padma',
    'Without a date',
  ])
  await expect(held.getByText('Due now')).toHaveCount(2)
})

/** Customers of whom three in five are assigned. Every third one has a longer card. */
function newCustomers(count: number) {
  const statuses = ['assigned', 'interested', 'hold', 'assigned', 'assigned']
  return Array.from({ length: count }, (_, index) =>
    newCustomer(index + 1, `Customer number ${index + 1}`, {
      status: statuses[index % 5],
      extra: index % 3 === 0 ? 'Third house behind the temple' : null,
      mobile: String(9_100_000_000 + index),
    }),
  )
}

test('a list of 5,000 customers draws a few cards, scrolls, searches and returns to its position', async ({
  page,
  plainPortal,
}) => {
  plainPortal.customers.splice(0, Number.POSITIVE_INFINITY, ...newCustomers(5_000))
  await signIn(page)
  await expect(page.getByText('5000 customers')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Assigned' }).getByText('3000')).toBeVisible()

  await page.evaluate(() => window.scrollTo(0, 200_000))
  const seventh = cards(page).filter({ visible: true }).nth(6)
  await expect(seventh).toBeInViewport()
  expect(await cards(page).count()).toBeLessThan(40)
  expect(await axeViolations(page)).toEqual([])
  const name = (await seventh.getByRole('heading').textContent()) ?? ''
  // By its name: the focus draws other cards, so the seventh may be another one.
  const looked = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
  await looked.focus()
  const place = await looked.evaluate((card) => card.getBoundingClientRect().top)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enquiry Details' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).first().click()
  await expect(looked).toBeFocused()
  await expect(looked).toBeInViewport()
  await expect
    .poll(() => looked.evaluate((card) => card.getBoundingClientRect().top))
    .toBeCloseTo(place, -1)

  await page.evaluate(() => window.scrollTo(0, 0))
  await field(page).fill('#4321')
  await expect(page.getByText('Found 1 of 5000')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).getByRole('heading')).toHaveText('Customer number 4321')
})
