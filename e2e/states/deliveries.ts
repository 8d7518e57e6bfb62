import { expect } from '@playwright/test'
import { listIsSaved } from '../support/phone.ts'
import type { Failure } from '../support/plain-portal.ts'
import { customer, longList } from './books.ts'
import { beforeTime } from './words.ts'
import { leaveRefused, leaveUnsent } from './deals.ts'
import { knowBothLanguages, type Desk, type State } from './desk.ts'

const LIST = 'GET /api/customers'

const open = ({ page }: Desk) => page.goto('/deliveries')

async function seeList(desk: Desk): Promise<void> {
  await open(desk)
  await expect(desk.page.getByRole('link', { name: customer.name })).toBeVisible()
}

async function search(desk: Desk, query: string): Promise<void> {
  await seeList(desk)
  await desk.page.getByLabel(desk.t('search.label')).fill(query)
}

/** A deployment without demo data. */
async function withoutDemoData({ page }: Desk): Promise<void> {
  await page.route('**/config.json', (route) => route.fulfill({ json: { demoData: false } }))
}

async function failWith(desk: Desk, failure: Failure): Promise<void> {
  desk.portal.fail(LIST, failure)
  await open(desk)
}

export const deliveriesStates: State[] = [
  {
    name: 'deliveries-loading',
    arrange: async (desk) => {
      await failWith(desk, { delayMs: 60_000 })
      await expect(desk.page.getByText(desk.t('deliveries.loading'))).toBeAttached()
    },
  },
  { name: 'deliveries', arrange: seeList },
  {
    name: 'deliveries-search',
    arrange: async (desk) => {
      await search(desk, 'kothapalli')
      await expect(desk.page.getByRole('link', { name: customer.name })).toBeHidden()
    },
  },
  {
    name: 'deliveries-search-none',
    arrange: async (desk) => {
      await search(desk, 'Lakshmamma of the blue gate')
      await expect(desk.page.getByText(desk.t('deliveries.noneForFilter'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-long',
    arrange: async (desk) => {
      desk.portal.reply(LIST, longList)
      await seeList(desk)
    },
  },
  {
    name: 'deliveries-unsent',
    arrange: async (desk) => {
      await leaveUnsent(desk)
      await open(desk)
      await expect(desk.page.getByRole('link', { name: 'Bolla Sujatha' })).toBeVisible()
      await expect(desk.page.getByText(desk.t('outbox.waiting', { count: 1 }))).toBeVisible()
    },
  },
  {
    name: 'deliveries-refused',
    arrange: async (desk) => {
      await leaveRefused(desk)
      await open(desk)
      const badge = desk.t('customer.refused')
      await expect(desk.page.getByRole('link').getByText(badge, { exact: true })).toBeVisible()
    },
  },
  {
    name: 'deliveries-server-error',
    arrange: async (desk) => {
      await failWith(desk, { status: 500 })
      await expect(desk.page.getByText(desk.t('deliveries.unavailable'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-connection-error',
    arrange: async (desk) => {
      await failWith(desk, { drop: true })
      await expect(desk.page.getByText(desk.t('deliveries.connectionError'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-unreachable',
    isHurried: true,
    arrange: async (desk) => {
      await withoutDemoData(desk)
      await failWith(desk, { drop: true })
      await expect(desk.page.getByText(desk.t('deliveries.connectionError'))).toBeVisible()
      const attempt = desk.t('deliveries.retrying', { attempt: '|', total: '' }).split('|')[0] ?? ''
      await expect(desk.page.getByText(attempt)).toBeHidden()
    },
  },
  {
    name: 'deliveries-failed-reply',
    arrange: async (desk) => {
      await failWith(desk, { status: 500, body: desk.portal.customers })
      await expect(desk.page.getByText(desk.t('list.500'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-demo',
    isHurried: true,
    arrange: async (desk) => {
      await failWith(desk, { status: 500 })
      await expect(desk.page.getByRole('main').getByText(desk.t('demo.500'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-saved',
    isHurried: true,
    arrange: async (desk) => {
      await seeList(desk)
      await listIsSaved(desk.page)
      await failWith(desk, { status: 503 })
      const saved = beforeTime(desk.t, 'deliveries.saved')
      await expect(desk.page.getByRole('main').getByText(saved)).toBeVisible()
    },
  },
  {
    name: 'deliveries-nobody-reached',
    arrange: async (desk) => {
      await seeList(desk)
      await listIsSaved(desk.page)
      await failWith(desk, { drop: true })
      const saved = beforeTime(desk.t, 'deliveries.saved')
      await expect(desk.page.getByRole('main').getByText(saved)).toBeVisible()
      await expect(desk.page.getByText(desk.t('deliveries.connectionError'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-offline',
    isHurried: true,
    arrange: async (desk) => {
      await seeList(desk)
      await listIsSaved(desk.page)
      await knowBothLanguages(desk.page)
      await desk.page.context().setOffline(true)
      await desk.page.getByRole('button', { name: desk.t('deliveries.refresh') }).click()
      const saved = beforeTime(desk.t, 'deliveries.saved')
      await expect(desk.page.getByRole('main').getByText(saved)).toBeVisible()
    },
  },
  {
    name: 'deliveries-empty',
    arrange: async (desk) => {
      desk.portal.reply(LIST, [])
      await open(desk)
      await expect(desk.page.getByText(desk.t('deliveries.noneAssigned'))).toBeVisible()
    },
  },
]
