import { customer } from '../states/sample-data.ts'
import { arrange, type StateContext, type State } from '../states/state.ts'
import { languages } from '../states/every-state.ts'
import { buy, shop, takePhoto, weigh } from '../states/visit-steps.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { announced, recordAnnouncements } from './announcements.ts'

const emptyState: State = { name: 'empty', arrange: async () => {} }

/** Arranges a page whose announcements are recorded. */
async function arrangeWithAnnouncements(
  at: Parameters<typeof arrange>[1],
): Promise<StateContext & { announcements: () => Promise<string> }> {
  await recordAnnouncements(at.page)
  return { ...(await arrange(emptyState, at)), announcements: () => announced(at.page) }
}

for (const language of languages) {
  test(`changed totals are announced (${language})`, async ({ page, plainPortal }) => {
    const context = await arrangeWithAnnouncements({ page, plainPortal, language })
    const { t, announcements } = context
    await weigh(context)
    await page.getByRole('spinbutton').first().fill('100')
    await expect.poll(announcements).toMatch(new RegExp(`${t('mode.total')}.*₹350`))

    await shop(context)
    await buy(context, 'Handbag')
    await expect.poll(announcements).toContain(t('products.added', { name: 'Handbag' }))
    await expect.poll(announcements).toMatch(new RegExp(`${t('cart.balanceToReturn')}.*₹150`))
    await page.getByRole('button', { name: t('cart.expand', { count: 1 }) }).click()
    await page.getByRole('button', { name: t('cart.increase', { name: 'Handbag' }) }).click()
    await expect.poll(announcements).toMatch(new RegExp(`${t('cart.toCollect')}.*₹50`))
  })

  test(`errors are announced and describe their field (${language})`, async ({
    page,
    plainPortal,
  }) => {
    const context = await arrangeWithAnnouncements({ page, plainPortal, language })
    const { t, announcements } = context
    await weigh(context)
    const weight = page.getByRole('spinbutton').first()
    await weight.fill('5')
    const belowMinimum = t('mode.belowMinimum', { min: 20 })
    await expect.poll(announcements).toContain(belowMinimum)
    await expect(weight).toHaveAccessibleDescription(belowMinimum)

    await weight.fill('100')
    await page.getByText(t('mode.cashDescription')).click()
    const complete = page.getByRole('button', { name: t('cash.complete') })
    await complete.click()
    await expect.poll(announcements).toContain(t('deal.packetMissing'))
    await takePhoto(context, 'packet')
    await complete.click()
    await expect.poll(announcements).toContain(t('deal.upiMissing'))
    const reference = page.getByLabel(t('cash.upiReference'))
    await expect(reference).toHaveAccessibleDescription(t('deal.upiMissing'))
    await expect(reference).toBeFocused()
    await reference.fill('UPI1')
    await complete.click()
    await expect(page.getByRole('heading', { name: t('cash.done') })).toBeVisible()
    await expect.poll(announcements).toContain(t('cash.done'))
  })

  test(`a new screen announces its name and has it as title (${language})`, async ({
    page,
    plainPortal,
  }) => {
    const context = await arrangeWithAnnouncements({ page, plainPortal, language })
    const { t, announcements } = context
    await page.goto('/deliveries')
    await expect(page).toHaveTitle(t('deliveries.title'))
    await page.getByRole('link', { name: customer.name }).click()
    await expect(page).toHaveTitle(t('enquiry.title'))
    await expect.poll(announcements).toContain(t('enquiry.title'))
  })

  test(`a notice on a new screen is announced (${language})`, async ({ page, plainPortal }) => {
    const context = await arrangeWithAnnouncements({ page, plainPortal, language })
    const { t, announcements } = context
    plainPortal.fail('GET /api/products', { status: 502 })
    await shop(context)
    await expect.poll(announcements).toContain(t('products.demoNotice'))
  })
}
