import { expect } from '@playwright/test'
import { customer } from './sample-data.ts'
import type { State, StateContext } from './state.ts'
import { buy, leaveList, shop, takePhoto } from './visit-steps.ts'

async function openItems(context: StateContext): Promise<void> {
  await shop(context)
  await buy(context, 'Handbag', 'కాటన్ చీర')
  await context.page.goto('/items-settlement')
  await expect(context.page.getByText(/Abids Road/)).toBeVisible()
}

async function confirmItems({ page, t }: StateContext): Promise<void> {
  await page.getByRole('button', { name: t('settle.confirm') }).click()
}

async function settle(context: StateContext): Promise<void> {
  await openItems(context)
  await takePhoto(context, 'packet')
  await confirmItems(context)
  await expect(context.page.getByRole('main').getByText(context.t('settle.done'))).toBeVisible()
}

export const itemsSettlementStates: State[] = [
  {
    name: 'items-nothing',
    arrange: async ({ page, t }) => {
      await page.goto('/items-settlement')
      await expect(page.getByText(t('mode.noCustomer'))).toBeVisible()
    },
  },
  {
    name: 'items-none',
    arrange: async (context) => {
      await shop(context)
      await context.page.goto('/items-settlement')
      await expect(context.page.getByText(context.t('settle.none'))).toBeVisible()
    },
  },
  { name: 'items', arrange: openItems },
  {
    name: 'items-packet-missing',
    arrange: async (context) => {
      await openItems(context)
      await confirmItems(context)
      await expect(context.page.getByText(context.t('settle.packetMissing'))).toBeVisible()
    },
  },
  { name: 'items-done', arrange: settle },
  {
    name: 'items-delivered',
    isShownOnce: true,
    arrange: async (context) => {
      await settle(context)
      leaveList(context)
      await context.page.getByRole('button', { name: context.t('settle.markDelivered') }).click()
      await expect(context.page.getByText(context.t('settle.delivered', customer))).toBeVisible()
    },
  },
]
