import type { Page } from '@playwright/test'
import { expectSnapshot } from '../support/phone-storage.ts'
import { storedListNotice } from '../support/runner.ts'
import type { Failure, PlainPortal } from '../support/servers/plain-portal.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'

const LIST = 'GET /api/customers'

async function openDeliveries(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('loggedInPhone', '9000000001'))
  await page.goto('/deliveries')
}

/** The seconds between the attempts of the app, measured at the server. */
function secondsBetween(plainPortal: PlainPortal): number[] {
  const times = plainPortal.calls(LIST).map(({ at }) => at)
  return times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1_000)
}

const cases: {
  name: string
  failure: Failure
  waitSeconds: number
  title: string
  message: string
  retry: string
  banner: string
}[] = [
  {
    name: '500',
    failure: { status: 500 },
    waitSeconds: 5,
    title: 'Server Temporarily Unavailable',
    message: 'Admin portal server error (500). Using fallback data when available.',
    retry: 'Try Again',
    banner:
      'Admin portal temporarily unavailable - Using demo data. Please try refreshing in a few minutes.',
  },
  {
    name: '404',
    failure: { status: 404 },
    waitSeconds: 3,
    title: 'Connection Error',
    message:
      'Admin portal API endpoint not found (404). Please verify the admin portal is running properly.',
    retry: 'Retry Connection',
    banner: 'Service not available - Using demo data. Please try again later.',
  },
  {
    name: '503',
    failure: { status: 503 },
    waitSeconds: 3,
    title: 'Server Temporarily Unavailable',
    message: 'Admin portal service unavailable (503). The admin portal may be temporarily down.',
    retry: 'Try Again',
    banner: 'Service temporarily unavailable - Using demo data. Please try again in a few minutes.',
  },
  {
    name: '403',
    failure: { status: 403 },
    waitSeconds: 3,
    title: 'Connection Error',
    message: 'Admin portal API returned 403: Forbidden',
    retry: 'Retry Connection',
    banner: 'Connection error - Using demo data. Please check your connection and try again.',
  },
  {
    name: 'a page of HTML with status 200',
    failure: { status: 200, body: '<html>Sign in to WiFi</html>' },
    waitSeconds: 3,
    title: 'Connection Error',
    message: '200',
    retry: 'Retry Connection',
    banner: 'Connection error - Using demo data. Please check your connection and try again.',
  },
  {
    name: 'a broken connection',
    failure: { drop: true },
    waitSeconds: 3,
    title: 'Connection Error',
    message: 'Unable to connect. Please check your connection.',
    retry: 'Retry Connection',
    banner:
      'Connection failed - Using demo data. Please check your network connection and try again.',
  },
]

for (const { name, failure, waitSeconds, title, message, retry, banner } of cases)
  test(`${name}: a panel shows the error, the app makes three more attempts, then it shows demo data [R-2.076, R-8.014, R-9.001, R-9.002]`, async ({
    page,
    plainPortal,
  }) => {
    plainPortal.fail(LIST, failure)
    await openDeliveries(page)
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('button', { name: retry })).toBeVisible()
    await expect(page.getByRole('main').getByText(banner)).toBeVisible()
    const waits = secondsBetween(plainPortal)
    expect(waits).toHaveLength(3)
    // A loaded machine can only be late, so the shortest time separates 3 s from 5 s. A unit test measures exactly.
    expect(Math.min(...waits)).toBeGreaterThan(waitSeconds - 0.3)
    expect(Math.min(...waits)).toBeLessThan(waitSeconds + 1.7)
    await expect(page.getByRole('link', { name: /Demo/ }).first()).toBeVisible()
    await expect.poll(() => plainPortal.calls('GET /api/admin-health')).not.toEqual([])
    // The server works again, and the runner tries again.
    plainPortal.fail(LIST, undefined)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('link', { name: /Portal Lakshmi/ })).toBeVisible()
    await expect(page.getByText(banner)).toHaveCount(0)
  })

test('a 500 whose body is a list of customers is still used [R-7.005]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail(LIST, { status: 500, body: plainPortal.customers })
  await openDeliveries(page)
  await expect(page.getByRole('link', { name: /Portal Lakshmi/ })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText('Admin portal server error (500). Using fallback data when available.'),
  ).toBeVisible()
})

test('after 15 s without an answer the app makes no further attempt and shows demo data [R-8.015, R-9.003]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail(LIST, { delayMs: 20_000 })
  await openDeliveries(page)
  await expect(page.getByText('Loading customers...')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText('Request timeout - Using demo data. Please try refreshing later.'),
  ).toBeVisible()
  expect(plainPortal.calls(LIST)).toHaveLength(1)
})

test('the stored customers of the last good answer are preferred to demo data [R-8.023]', async ({
  page,
  plainPortal,
}) => {
  await openDeliveries(page)
  await expect(page.getByRole('link', { name: /Portal Lakshmi/ })).toBeVisible()
  await expectSnapshot(page, 'customers')
  plainPortal.fail(LIST, { status: 503 })
  await page.reload()
  await expect(storedListNotice(page)).toBeVisible()
  await expect(page.getByRole('link', { name: /Portal Lakshmi/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Demo/ })).toHaveCount(0)
})

test('the list is fetched again every 60 seconds [R-9.006]', async ({ page, plainPortal }) => {
  await page.clock.install()
  await openDeliveries(page)
  await expect(page.getByRole('link', { name: /Portal Lakshmi/ })).toBeVisible()
  // Real time also passes.
  await page.clock.runFor(40_000)
  expect(plainPortal.calls(LIST)).toHaveLength(1)
  await page.clock.runFor(20_000)
  await expect.poll(() => plainPortal.calls(LIST)).toHaveLength(2)
})
