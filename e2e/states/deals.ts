import { expect } from '@playwright/test'
import { takeUploads } from '../support/uploads.ts'
import { customer } from './books.ts'
import type { Desk, State } from './desk.ts'
import { buy, closeToast, saidInterested, shop, takePhoto, weigh } from './visit.ts'

/** At the cash desk with hair worth 350 ₹. */
async function openCash(desk: Desk, place: RegExp | string = /Abids Road/): Promise<void> {
  const { page, t } = desk
  await weigh(desk, 100)
  await page.getByText(t('mode.cashDescription')).click()
  await expect(page.getByRole('heading', { name: t('cash.title') })).toBeVisible()
  await expect(page.getByText(place)).toBeVisible()
}

async function showLocation({ page, t }: Desk): Promise<void> {
  await page.getByRole('button', { name: t('evidence.locateAgain') }).scrollIntoViewIfNeeded()
}

const completeCash = ({ page, t }: Desk): Promise<void> =>
  page.getByRole('button', { name: t('cash.complete') }).click()

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

/** A deal that the office cannot take yet. */
export async function leaveUnsent(desk: Desk): Promise<void> {
  desk.portal.fail('POST /api/orders', { status: 500 })
  await payCash(desk)
}

/** A deal that the office will never take as it is. */
export async function leaveRefused(desk: Desk): Promise<void> {
  desk.portal.fail('POST /api/orders', { status: 409 })
  await payCash(desk)
  await expect(desk.page.getByText(desk.t('outbox.refused.kept'))).toBeVisible()
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
      await expect(page.getByText(t('mode.noCustomer'))).toBeVisible()
    },
  },
  {
    name: 'cash-no-hair',
    arrange: async (desk) => {
      await weigh(desk)
      await desk.page.goto('/cash-payment')
      await expect(desk.page.getByText(desk.t('deal.noHair'))).toBeVisible()
    },
  },
  { name: 'cash', arrange: openCash },
  {
    name: 'cash-locating',
    arrange: async (desk) => {
      await desk.page.addInitScript(() => {
        navigator.geolocation.watchPosition = () => 0
      })
      await openCash(desk, desk.t('evidence.locating'))
      await showLocation(desk)
    },
  },
  {
    name: 'cash-no-location',
    arrange: async (desk) => {
      await desk.page.context().clearPermissions()
      await openCash(desk, desk.t('evidence.locationMissing'))
      await showLocation(desk)
    },
  },
  {
    name: 'cash-photo-refused',
    arrange: async (desk) => {
      await openCash(desk)
      const field = desk.page.getByRole('group', { name: desk.t('evidence.packet') })
      await field.getByLabel(desk.t('evidence.gallery')).setInputFiles({
        name: 'packet.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4'),
      })
      await desk.page.getByText(desk.t('upload.wrong-type')).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'cash-photo-sent',
    arrange: async (desk) => {
      await takeUploads(desk.page)
      await openCash(desk)
      await takePhoto(desk, 'packet')
      await expect(desk.page.getByText(desk.t('evidence.uploaded'))).toBeVisible()
      await desk.page.getByText(desk.t('evidence.uploaded')).scrollIntoViewIfNeeded()
    },
  },
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
      await takePhoto(desk, 'packet')
      await takePhoto(desk, 'receipt')
      await desk.page
        .getByRole('img', { name: desk.t('evidence.receipt') })
        .scrollIntoViewIfNeeded()
    },
  },
  { name: 'cash-collecting', arrange: openCollecting },
  {
    name: 'cash-upi-request',
    arrange: async (desk) => {
      const companyUpiId = 'veni.collections@okbank'
      await desk.page.route('**/config.json', (route) => route.fulfill({ json: { companyUpiId } }))
      await openCollecting(desk)
      await desk.page.getByText(companyUpiId).scrollIntoViewIfNeeded()
    },
  },
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
  {
    name: 'cash-done',
    arrange: async (desk) => {
      desk.portal.reply('POST /api/cash-payments', { success: true })
      await payCash(desk)
      await expect(desk.page.getByText(desk.t('invoice.received'), { exact: true })).toBeVisible()
    },
  },
  { name: 'cash-done-on-phone', arrange: leaveUnsent },
  { name: 'cash-done-refused', arrange: leaveRefused },
  {
    name: 'items-nothing',
    arrange: async ({ page, t }) => {
      await page.goto('/items-settlement')
      await expect(page.getByText(t('mode.noCustomer'))).toBeVisible()
    },
  },
  {
    name: 'items-none',
    arrange: async (desk) => {
      await shop(desk)
      await desk.page.goto('/items-settlement')
      await expect(desk.page.getByText(desk.t('settle.none'))).toBeVisible()
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
    name: 'items-delivered',
    isSaidOnce: true,
    arrange: async (desk) => {
      await settle(desk)
      saidInterested(desk)
      await desk.page.getByRole('button', { name: desk.t('settle.markDelivered') }).click()
      await expect(desk.page.getByText(desk.t('settle.delivered', customer))).toBeVisible()
    },
  },
  {
    name: 'invoice-not-here',
    arrange: async ({ page, t }) => {
      await page.goto('/cash-payment?invoice=CASH-1-AAAAAA')
      await expect(page.getByText(t('invoice.missing'))).toBeVisible()
    },
  },
]
