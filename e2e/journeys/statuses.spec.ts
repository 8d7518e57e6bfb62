import type { Page } from '@playwright/test'
import { openCustomer, signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'OK' })

test('a customer who declines becomes rejected and is no longer in the list [R-1.003, R-4.014]', async ({
  page,
  server,
}) => {
  await signIn(page)
  await openCustomer(page, 'Bolla Sujatha')
  await page.getByRole('button', { name: 'Rejected (Not Interested)' }).click()
  await confirm(page).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Bolla Sujatha/ })).toHaveCount(0)
  await expect.poll(() => server.statusOf(page, 2)).toBe('rejected')
})

test('a customer who hesitates goes on hold with comment and follow-up date [R-1.003, R-2.067, R-2.068, R-4.017]', async ({
  page,
  server,
}) => {
  await signIn(page)
  await openCustomer(page, 'Bolla Sujatha')
  await page.getByRole('button', { name: 'Hold (May be Later)' }).click()
  await confirm(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Comments').fill('After the festival')
  await dialog.getByLabel('Next follow-up date (optional)').fill('2099-02-15')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  const card = page.getByRole('link', { name: /Bolla Sujatha/ })
  await expect(card).toContainText('On Hold')
  await expect.poll(() => server.statusOf(page, 2)).toBe('hold')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(card).toContainText('After the festival')
  await expect(card).toContainText('15 Feb 2099')
})
