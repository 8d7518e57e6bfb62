import { expect } from '@playwright/test'
import type { Desk, State } from './desk.ts'
import { buy, closeToast, shop, takePhoto, weigh } from './visit.ts'

/** At the cash desk with hair worth 350 ₹. */
async function openCash(desk: Desk): Promise<void> {
  const { page, t } = desk
  await weigh(desk, 100)
  await page.getByText(t('mode.cashDescription')).click()
  await expect(page.getByRole('heading', { name: t('cash.title') })).toBeVisible()
  await expect(page.getByText(/Abids Road/)).toBeVisible()
}

async function completeCash({ page, t }: Desk): Promise<void> {
  await page.getByRole('button', { name: t('cash.complete') }).click()
}

async function chooseCash({ page, t }: Desk): Promise<void> {
  await page.getByRole('radio', { name: t('cash.cash') }).check({ force: true })
}

export async function payCash(desk: Desk): Promise<void> {
  const { page, t } = desk
  await openCash(desk)
  await page.getByLabel(t('cash.upiReference')).fill('UPI2611210001')
  await takePhoto(desk, 'packet')
  await completeCash(desk)
  await expect(page.getByText(/^CASH-/)).toBeVisible()
}

/** More gifts than the hair is worth: the customer owes. */
async function openCollecting(desk: Desk): Promise<void> {
  const { page, t } = desk
  await shop(desk)
  await buy(desk, 'Rice Cooker 1.8 L')
  await closeToast(desk)
  const cart = page.getByRole('region', { name: t('cart.label') })
  await cart.getByRole('button', { name: t('cart.proceed') }).click()
  await expect(page.getByText(t('cash.balanceToCollect'))).toBeVisible()
  await expect(page.getByText(/Abids Road/)).toBeVisible()
}

async function openItems(desk: Desk): Promise<void> {
  await shop(desk)
  await buy(desk, 'Handbag', 'కాటన్ చీర')
  await desk.page.goto('/items-settlement')
  await expect(desk.page.getByText(/Abids Road/)).toBeVisible()
}

async function confirmItems({ page, t }: Desk): Promise<void> {
  await page.getByRole('button', { name: t('settle.confirm') }).click()
}

async function settle(desk: Desk): Promise<void> {
  await openItems(desk)
  await takePhoto(desk, 'packet')
  await confirmItems(desk)
  await expect(desk.page.getByRole('main').getByText(desk.t('settle.done'))).toBeVisible()
}

export const dealStates: State[] = [
  {
    name: 'cash-nothing',
    arrange: async ({ page, t }) => {
      await page.goto('/cash-payment')
      await expect(page.getByText(t('deal.noCustomer'))).toBeVisible()
    },
  },
  { name: 'cash', arrange: openCash },
  {
    name: 'cash-packet-missing',
    arrange: async (desk) => {
      await openCash(desk)
      await completeCash(desk)
      await expect(desk.page.getByText(desk.t('deal.packetMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-reference-missing',
    arrange: async (desk) => {
      await openCash(desk)
      await takePhoto(desk, 'packet')
      await completeCash(desk)
      await expect(desk.page.getByText(desk.t('deal.upiMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-receipt-missing',
    arrange: async (desk) => {
      await openCash(desk)
      await takePhoto(desk, 'packet')
      await chooseCash(desk)
      await completeCash(desk)
      await expect(desk.page.getByText(desk.t('deal.receiptMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-receipt',
    arrange: async (desk) => {
      await openCash(desk)
      await chooseCash(desk)
      await takePhoto(desk, 'receipt')
      await takePhoto(desk, 'packet')
    },
  },
  { name: 'cash-collecting', arrange: openCollecting },
  {
    name: 'cash-amount-missing',
    arrange: async (desk) => {
      await openCollecting(desk)
      await takePhoto(desk, 'packet')
      await chooseCash(desk)
      await takePhoto(desk, 'receipt')
      await desk.page.getByLabel(desk.t('cash.amount')).fill('0')
      await completeCash(desk)
      await expect(desk.page.getByText(desk.t('deal.cashMissing'))).toBeVisible()
    },
  },
  { name: 'cash-done', arrange: payCash },
  {
    name: 'items-nothing',
    arrange: async ({ page, t }) => {
      await page.goto('/items-settlement')
      await expect(page.getByText(t('deal.noCustomer'))).toBeVisible()
    },
  },
  { name: 'items', arrange: openItems },
  {
    name: 'items-packet-missing',
    arrange: async (desk) => {
      await openItems(desk)
      await confirmItems(desk)
      await expect(desk.page.getByText(desk.t('settle.packetMissing'))).toBeVisible()
    },
  },
  { name: 'items-done', arrange: settle },
  {
    name: 'invoice-not-here',
    arrange: async ({ page, t }) => {
      await page.goto('/cash-payment?invoice=CASH-1-AAAAAA')
      await expect(page.getByText(t('invoice.missing'))).toBeVisible()
    },
  },
]
