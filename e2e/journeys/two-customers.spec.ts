import { chooseItems, signIn, startDeal } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

test('each customer has their own cart and hair value [R-1.007, R-4.043, R-4.044, R-4.050, R-4.051]', async ({
  page,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseItems(page)
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await expect(cart).toContainText('₹350')
  await expect(cart).toContainText('₹200')

  const otherCustomer = '/products?customerId=2&customer=Bolla%20Sujatha'
  const question = page.getByRole('alertdialog')
  await page.goto(otherCustomer)
  await expect(question).toContainText(
    "You have 1 item(s) in cart for Gurram Lakshmi. Switching to Bolla Sujatha will save this cart and load Bolla Sujatha's cart. Continue?",
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cart).toContainText('₹200')

  await page.goto(otherCustomer)
  await question.getByRole('button', { name: 'OK' }).click()
  // Without hair and items there is no cart bar.
  await expect(page.getByText('Bolla Sujatha').first()).toBeVisible()
  await expect(cart).toHaveCount(0)
  await page.getByRole('button', { name: 'BUY Rice Cooker' }).click()
  await expect(cart).toContainText('₹1,206')

  await page.goto('/products?customerId=1&customer=Gurram%20Lakshmi')
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(cart).toContainText('₹350')
  await expect(cart).toContainText('₹200')
  await expect(cart).toContainText('₹150')
})
