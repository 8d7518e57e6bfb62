import { customer } from '../states/sample-data.ts'
import { arrange, type StateContext, type State } from '../states/state.ts'
import { languages } from '../states/every-state.ts'
import { buy, shop, takePhoto, weigh } from '../states/visit-steps.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { announced, listen } from './announcements.ts'

const nothing: State = { name: 'nothing yet', arrange: async () => {} }

/** A context whose every announcement is written down. */
async function hear(
  at: Parameters<typeof arrange>[1],
): Promise<StateContext & { output: () => Promise<string> }> {
  await listen(at.page)
  return { ...(await arrange(nothing, at)), output: () => announced(at.page) }
}

for (const language of languages) {
  test(`totals are said as they change (${language})`, async ({ page, plainPortal }) => {
    const context = await hear({ page, plainPortal, language })
    const { t, output } = context
    await weigh(context)
    await page.getByRole('spinbutton').first().fill('100')
    await expect.poll(output).toMatch(new RegExp(`${t('mode.total')}.*₹350`))

    await shop(context)
    await buy(context, 'Handbag')
    await expect.poll(output).toContain(t('products.added', { name: 'Handbag' }))
    await expect.poll(output).toMatch(new RegExp(`${t('cart.balanceToReturn')}.*₹150`))
    await page.getByRole('button', { name: t('cart.expand', { count: 1 }) }).click()
    await page.getByRole('button', { name: t('cart.increase', { name: 'Handbag' }) }).click()
    await expect.poll(output).toMatch(new RegExp(`${t('cart.toCollect')}.*₹50`))
  })

  test(`errors are said, and are the description of what they are about (${language})`, async ({
    page,
    plainPortal,
  }) => {
    const context = await hear({ page, plainPortal, language })
    const { t, output } = context
    await weigh(context)
    const weight = page.getByRole('spinbutton').first()
    await weight.fill('5')
    const belowMinimum = t('mode.belowMinimum', { min: 20 })
    await expect.poll(output).toContain(belowMinimum)
    await expect(weight).toHaveAccessibleDescription(belowMinimum)

    await weight.fill('100')
    await page.getByText(t('mode.cashDescription')).click()
    const complete = page.getByRole('button', { name: t('cash.complete') })
    await complete.click()
    await expect.poll(output).toContain(t('deal.packetMissing'))
    await takePhoto(context, 'packet')
    await complete.click()
    await expect.poll(output).toContain(t('deal.upiMissing'))
    const reference = page.getByLabel(t('cash.upiReference'))
    await expect(reference).toHaveAccessibleDescription(t('deal.upiMissing'))
    await expect(reference).toBeFocused()
    await reference.fill('UPI1')
    await complete.click()
    await expect(page.getByRole('heading', { name: t('cash.done') })).toBeVisible()
    await expect.poll(output).toContain(t('cash.done'))
  })

  test(`a screen that comes says its name, and is listed by it (${language})`, async ({
    page,
    plainPortal,
  }) => {
    const context = await hear({ page, plainPortal, language })
    const { t, output } = context
    await page.goto('/deliveries')
    await expect(page).toHaveTitle(t('deliveries.title'))
    await page.getByRole('link', { name: customer.name }).click()
    await expect(page).toHaveTitle(t('enquiry.title'))
    await expect.poll(output).toContain(t('enquiry.title'))
  })

  test(`what stands on a screen when it comes is said (${language})`, async ({
    page,
    plainPortal,
  }) => {
    const context = await hear({ page, plainPortal, language })
    const { t, output } = context
    plainPortal.fail('GET /api/products', { status: 502 })
    await shop(context)
    await expect.poll(output).toContain(t('products.demoNotice'))
  })
}
