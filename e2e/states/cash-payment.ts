import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { completeCash, leaveRefused, leaveUnsent, openCash, payCash } from './deal-steps.ts'
import type { State, StateContext } from './state.ts'
import { buy, closeToast, shop, takePhoto, weigh } from './visit-steps.ts'

async function showLocation({ page, t }: StateContext): Promise<void> {
  await page.getByRole('button', { name: t('evidence.locateAgain') }).scrollIntoViewIfNeeded()
}

async function chooseCash({ page, t }: StateContext): Promise<void> {
  await page.getByRole('radio', { name: t('cash.cash') }).check({ force: true })
}

/** Picks a file that is no photo, and shows the refusal. */
async function pickDocument({ page, t }: StateContext): Promise<void> {
  const field = page.getByRole('group', { name: t('evidence.packet') })
  await field.getByLabel(t('evidence.gallery')).setInputFiles({
    name: 'packet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await page.getByText(t('upload.wrong-type')).scrollIntoViewIfNeeded()
}

/** Opens /cash-payment with items worth more than the hair. The runner collects the balance. */
async function openCollecting(context: StateContext): Promise<void> {
  const { page, t } = context
  await shop(context)
  await buy(context, 'Rice Cooker 1.8 L')
  await closeToast(context)
  const cart = page.getByRole('region', { name: t('cart.label') })
  await cart.getByRole('button', { name: t('cart.proceed') }).click()
  await expect(page.getByText(t('cash.balanceToCollect'))).toBeVisible()
  await expect(page.getByText(/Abids Road/)).toBeVisible()
}

/** Receives whole uploads of photos (tus 1.0) like our server. A plain portal cannot. */
async function receiveUploads(page: Page): Promise<void> {
  let length = 0
  let arrived = Buffer.alloc(0)
  await page.route('**/api/uploads**', async (route) => {
    const request = route.request()
    if (request.method() === 'POST') {
      length = Number(request.headers()['upload-length'])
      return route.fulfill({ status: 201, headers: { location: '/api/uploads/1' } })
    }
    arrived = Buffer.concat([arrived, request.postDataBuffer() ?? Buffer.alloc(0)])
    const headers = {
      'upload-offset': String(arrived.length),
      ...(arrived.length === length && { 'content-location': addressOf(arrived) }),
    }
    return route.fulfill({ status: 204, headers })
  })
}

/** The address contains the SHA-256 of the photo. A JPEG starts with 0xFF. */
function addressOf(photo: Buffer): string {
  const hash = createHash('sha256').update(photo).digest('hex')
  return `/api/images/${hash}.${photo[0] === 0xff ? 'jpg' : 'png'}`
}

export const cashPaymentStates: State[] = [
  {
    name: 'cash-nothing',
    arrange: async ({ page, t }) => {
      await page.goto('/cash-payment')
      await expect(page.getByText(t('mode.noCustomer'))).toBeVisible()
    },
  },
  {
    name: 'cash-no-hair',
    arrange: async (context) => {
      await weigh(context)
      await context.page.goto('/cash-payment')
      await expect(context.page.getByText(context.t('deal.noHair'))).toBeVisible()
    },
  },
  { name: 'cash', arrange: openCash },
  {
    name: 'cash-locating',
    arrange: async (context) => {
      await context.page.addInitScript(() => {
        navigator.geolocation.watchPosition = () => 0
      })
      await openCash(context, context.t('evidence.locating'))
      await showLocation(context)
    },
  },
  {
    name: 'cash-no-location',
    arrange: async (context) => {
      await context.page.context().clearPermissions()
      await openCash(context, context.t('evidence.locationMissing'))
      await showLocation(context)
    },
  },
  {
    name: 'cash-photo-refused',
    arrange: async (context) => {
      await openCash(context)
      await pickDocument(context)
    },
  },
  {
    name: 'cash-next-photo-refused',
    arrange: async (context) => {
      await openCash(context)
      await takePhoto(context, 'packet')
      await pickDocument(context)
    },
  },
  {
    name: 'cash-photo-sent',
    arrange: async (context) => {
      await receiveUploads(context.page)
      await openCash(context)
      await takePhoto(context, 'packet')
      await expect(context.page.getByText(context.t('evidence.uploaded'))).toBeVisible()
      await context.page.getByText(context.t('evidence.uploaded')).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'cash-packet-missing',
    arrange: async (context) => {
      await openCash(context)
      await completeCash(context)
      await expect(context.page.getByText(context.t('deal.packetMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-reference-missing',
    arrange: async (context) => {
      await openCash(context)
      await takePhoto(context, 'packet')
      await completeCash(context)
      await expect(context.page.getByText(context.t('deal.upiMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-receipt-missing',
    arrange: async (context) => {
      await openCash(context)
      await takePhoto(context, 'packet')
      await chooseCash(context)
      await completeCash(context)
      await expect(context.page.getByText(context.t('deal.receiptMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-receipt',
    arrange: async (context) => {
      await openCash(context)
      await chooseCash(context)
      await takePhoto(context, 'packet')
      await takePhoto(context, 'receipt')
      await context.page
        .getByRole('img', { name: context.t('evidence.receipt') })
        .scrollIntoViewIfNeeded()
    },
  },
  { name: 'cash-collecting', arrange: openCollecting },
  {
    name: 'cash-upi-request',
    arrange: async (context) => {
      const companyUpiId = 'veni.collections@okbank'
      await context.page.route('**/config.json', (route) =>
        route.fulfill({ json: { companyUpiId } }),
      )
      await openCollecting(context)
      await context.page.getByText(companyUpiId).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'cash-amount-missing',
    arrange: async (context) => {
      await openCollecting(context)
      await takePhoto(context, 'packet')
      await chooseCash(context)
      await takePhoto(context, 'receipt')
      await context.page.getByLabel(context.t('cash.amount')).fill('0')
      await completeCash(context)
      await expect(context.page.getByText(context.t('deal.cashMissing'))).toBeVisible()
    },
  },
  {
    name: 'cash-amount-wrong',
    arrange: async (context) => {
      await openCash(context)
      await takePhoto(context, 'packet')
      await context.page.getByLabel(context.t('cash.amount')).fill('-5')
      await context.page.getByLabel(context.t('cash.upiReference')).fill('421987654321')
      await completeCash(context)
      await expect(context.page.getByText(context.t('deal.cashInvalid'))).toBeVisible()
    },
  },
  {
    name: 'cash-done',
    arrange: async (context) => {
      context.plainPortal.reply('POST /api/cash-payments', { success: true })
      await payCash(context)
      await expect(
        context.page.getByText(context.t('invoice.received'), { exact: true }),
      ).toBeVisible()
    },
  },
  { name: 'cash-done-on-phone', arrange: leaveUnsent },
  { name: 'cash-done-refused', arrange: leaveRefused },
  {
    name: 'invoice-unread',
    arrange: async ({ page, t }) => {
      // As a phone whose disk cannot read the deals.
      await page.addInitScript(() => {
        IDBIndex.prototype.getAllKeys = () => {
          throw new DOMException('', 'UnknownError')
        }
      })
      await page.goto('/cash-payment?invoice=CASH-1-AAAAAA')
      await expect(page.getByText(t('invoice.unread'))).toBeVisible()
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
