import { expect } from '@playwright/test'
import { expectSnapshot } from '../support/phone-storage.ts'
import type { Failure } from '../support/servers/plain-portal.ts'
import { customer, longList } from './sample-data.ts'
import { beforeTime } from './messages.ts'
import { leaveRefused, leaveUnsent } from './deal-steps.ts'
import { loadBothLanguages, type StateContext, type State } from './state.ts'

const LIST = 'GET /api/customers'

const open = ({ page }: StateContext) => page.goto('/deliveries')

async function seeList(context: StateContext): Promise<void> {
  await open(context)
  await expect(context.page.getByRole('link', { name: customer.name })).toBeVisible()
}

async function search(context: StateContext, query: string): Promise<void> {
  await seeList(context)
  await context.page.getByLabel(context.t('search.label')).fill(query)
}

/** A deployment without demo data. */
async function withoutDemoData({ page }: StateContext): Promise<void> {
  await page.route('**/config.json', (route) => route.fulfill({ json: { demoData: false } }))
}

async function failWith(context: StateContext, failure: Failure): Promise<void> {
  context.plainPortal.fail(LIST, failure)
  await open(context)
}

export const deliveriesStates: State[] = [
  {
    name: 'deliveries-loading',
    arrange: async (context) => {
      await failWith(context, { delayMs: 60_000 })
      await expect(context.page.getByText(context.t('deliveries.loading'))).toBeAttached()
    },
  },
  { name: 'deliveries', arrange: seeList },
  {
    name: 'deliveries-search',
    arrange: async (context) => {
      await search(context, 'kothapalli')
      await expect(context.page.getByRole('link', { name: customer.name })).toBeHidden()
    },
  },
  {
    name: 'deliveries-search-none',
    arrange: async (context) => {
      await search(context, 'Lakshmamma of the blue gate')
      await expect(context.page.getByText(context.t('deliveries.noneForFilter'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-long',
    arrange: async (context) => {
      context.plainPortal.reply(LIST, longList)
      await seeList(context)
    },
  },
  {
    name: 'deliveries-unsent',
    arrange: async (context) => {
      await leaveUnsent(context)
      await open(context)
      await expect(context.page.getByRole('link', { name: 'Bolla Sujatha' })).toBeVisible()
      await expect(context.page.getByText(context.t('outbox.waiting', { count: 1 }))).toBeVisible()
    },
  },
  {
    name: 'deliveries-refused',
    arrange: async (context) => {
      await leaveRefused(context)
      await open(context)
      const badge = context.t('customer.refused')
      await expect(context.page.getByRole('link').getByText(badge, { exact: true })).toBeVisible()
    },
  },
  {
    name: 'deliveries-server-error',
    arrange: async (context) => {
      await failWith(context, { status: 500 })
      await expect(context.page.getByText(context.t('deliveries.unavailable'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-connection-error',
    arrange: async (context) => {
      await failWith(context, { drop: true })
      await expect(context.page.getByText(context.t('deliveries.connectionError'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-unreachable',
    isHurried: true,
    arrange: async (context) => {
      await withoutDemoData(context)
      await failWith(context, { drop: true })
      await expect(context.page.getByText(context.t('deliveries.connectionError'))).toBeVisible()
      const attempt =
        context.t('deliveries.retrying', { attempt: '|', total: '' }).split('|')[0] ?? ''
      await expect(context.page.getByText(attempt)).toBeHidden()
    },
  },
  {
    name: 'deliveries-failed-reply',
    arrange: async (context) => {
      await failWith(context, { status: 500, body: context.plainPortal.customers })
      await expect(context.page.getByText(context.t('list.500'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-demo',
    isHurried: true,
    arrange: async (context) => {
      await failWith(context, { status: 500 })
      await expect(context.page.getByRole('main').getByText(context.t('demo.500'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-saved',
    isHurried: true,
    arrange: async (context) => {
      await seeList(context)
      await expectSnapshot(context.page, 'customers')
      await failWith(context, { status: 503 })
      const notice = beforeTime(context.t, 'deliveries.saved')
      await expect(context.page.getByRole('main').getByText(notice)).toBeVisible()
    },
  },
  {
    name: 'deliveries-nobody-reached',
    arrange: async (context) => {
      await seeList(context)
      await expectSnapshot(context.page, 'customers')
      await failWith(context, { drop: true })
      const notice = beforeTime(context.t, 'deliveries.saved')
      await expect(context.page.getByRole('main').getByText(notice)).toBeVisible()
      await expect(context.page.getByText(context.t('deliveries.connectionError'))).toBeVisible()
    },
  },
  {
    name: 'deliveries-offline',
    isHurried: true,
    arrange: async (context) => {
      await seeList(context)
      await expectSnapshot(context.page, 'customers')
      await loadBothLanguages(context.page)
      await context.page.context().setOffline(true)
      await context.page.getByRole('button', { name: context.t('deliveries.refresh') }).click()
      const notice = beforeTime(context.t, 'deliveries.saved')
      await expect(context.page.getByRole('main').getByText(notice)).toBeVisible()
    },
  },
  {
    name: 'deliveries-empty',
    arrange: async (context) => {
      context.plainPortal.reply(LIST, [])
      await open(context)
      await expect(context.page.getByText(context.t('deliveries.noneAssigned'))).toBeVisible()
    },
  },
]
