import { expect } from '@playwright/test'
import { expectSnapshot } from '../support/phone-storage.ts'
import { MAP_SERVICE } from '../support/servers/plain-portal.ts'
import { customer } from './sample-data.ts'
import { leaveRefused } from './deal-steps.ts'
import type { StateContext, State } from './state.ts'

const ONE = 'GET /api/customers'
/** The page of the fake map service. */
const drawnMap =
  '<!doctype html><html lang="en"><title>Map</title><body style="margin:0;height:100vh;background:linear-gradient(45deg,#dfe8d8 49%,#fff 49% 53%,#e8e3d4 53%)">'
const address = (id: string = customer.id) => `/enquiry-details/${id}`

async function open({ page }: StateContext): Promise<void> {
  await page.goto(address())
  await expect(page.getByText(customer.name)).toBeVisible()
}

async function answer({ page, t }: StateContext, question: 'hold' | 'interested'): Promise<void> {
  await page.getByRole('button', { name: t(`enquiry.${question}`) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.ok') })
    .click()
}

async function hold(context: StateContext): Promise<void> {
  const { page, t } = context
  await open(context)
  await answer(context, 'hold')
  await expect(page.getByRole('dialog', { name: t('hold.title') })).toBeVisible()
}

export const enquiryStates: State[] = [
  {
    name: 'enquiry-loading',
    arrange: async ({ page, plainPortal, t }) => {
      plainPortal.fail(ONE, { delayMs: 60_000 })
      await page.goto(address())
      await expect(page.getByText(t('enquiry.loading'))).toBeVisible()
    },
  },
  { name: 'enquiry', arrange: open },
  {
    name: 'enquiry-few-facts',
    arrange: async ({ page }) => {
      await page.goto(address('27'))
      await expect(page.getByText('Bolla Sujatha')).toBeVisible()
    },
  },
  {
    name: 'enquiry-on-hold',
    arrange: async ({ page, t }) => {
      await page.goto(address('30'))
      await expect(page.getByText(t('status.hold.meaning'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-map',
    arrange: async (context) => {
      const { page, t } = context
      const mapEmbedUrl = `${MAP_SERVICE}/map?q={address}`
      await page.route('**/config.json', (route) => route.fulfill({ json: { mapEmbedUrl } }))
      await page.route(`${MAP_SERVICE}/map?*`, (route) =>
        route.fulfill({ contentType: 'text/html', body: drawnMap }),
      )
      await open(context)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(page.getByTitle(t('enquiry.map'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-refused',
    arrange: async (context) => {
      await leaveRefused(context)
      await context.page.goto(address())
      await expect(context.page.getByText(context.t('outbox.refused.settled'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-update-failed',
    isShownOnce: true,
    arrange: async (context) => {
      context.plainPortal.fail(`PUT /api/customers/${customer.id}`, { status: 500 })
      await open(context)
      await answer(context, 'interested')
      await expect(context.page.getByText(context.t('status.failed'))).toBeVisible()
      await expect(
        context.page.getByRole('heading', { name: context.t('mode.title') }),
      ).toBeVisible()
      await expect(context.page.getByRole('spinbutton').first()).toBeVisible()
    },
  },
  {
    name: 'enquiry-question',
    isShownOnce: true,
    arrange: async (context) => {
      await open(context)
      await context.page.getByRole('button', { name: context.t('enquiry.rejected') }).click()
      await expect(context.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'enquiry-hold', arrange: hold },
  {
    name: 'enquiry-hold-errors',
    arrange: async (context) => {
      await hold(context)
      await context.page.getByLabel(context.t('hold.followUp')).fill('2020-01-01')
      await context.page.getByRole('button', { name: context.t('hold.save') }).click()
      await expect(context.page.getByText(context.t('hold.commentsMissing'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-failed',
    arrange: async ({ page, plainPortal, t }) => {
      plainPortal.fail(ONE, { status: 500 })
      await page.goto(address())
      await expect(page.getByText(t('details.500'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-saved',
    isHurried: true,
    arrange: async (context) => {
      const { page, plainPortal, t } = context
      await page.goto('/deliveries')
      await expect(page.getByRole('link', { name: customer.name })).toBeVisible()
      await expectSnapshot(page, 'customers')
      plainPortal.fail(ONE, { status: 500 })
      await page.goto(address())
      await expect(page.getByRole('main').getByText(t('enquiry.saved'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-demo',
    arrange: async ({ page, t }) => {
      await page.goto(address('demo-1'))
      await expect(page.getByRole('main').getByText(t('enquiry.demo'))).toBeVisible()
    },
  },
  {
    name: 'enquiry-not-found',
    arrange: async ({ page, t }) => {
      await page.goto(address('99'))
      await expect(page.getByText(t('enquiry.notFound'))).toBeVisible()
    },
  },
]
