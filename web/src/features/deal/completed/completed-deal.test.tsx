import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newSettlementDeal } from '../../../../test/deals.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { storeDeal } from '../../../outbox/stores/deal-store.ts'
import { owner } from '../../../state/session.ts'
import { provideAroundTransaction } from '../../../storage/around-transaction.ts'
import { CompletedDeal } from './completed-deal.tsx'

const settled = page.getByText('Items Settlement Confirmed!')
const unread = page.getByText('This invoice could not be read. Please try again.')
const loading = page.getByText('Loading')

const show = (invoiceId: string) => <CompletedDeal title="Settlement" invoiceId={invoiceId} />

/** @returns its invoice id */
async function storeNewDeal(name: string): Promise<string> {
  const visitId = crypto.randomUUID()
  const invoiceId = `INV-${Date.now()}-${name}`
  const changes = { visit_id: visitId, invoice_id: invoiceId }
  await storeDeal({ ...newSettlementDeal(changes), owner: owner() })
  return invoiceId
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
})

test('a deal that the phone could not read once is shown after another try', async () => {
  const invoiceId = await storeNewDeal('ABCDEF')
  const stop = provideAroundTransaction(({ stores }, run) =>
    stores.includes('deals') ? Promise.reject(new DOMException('', 'UnknownError')) : run(),
  )
  await render(show(invoiceId))
  await expect.element(unread).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(unread).toBeVisible()
  stop()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(settled).toBeVisible()
  await expect.element(page.getByText(invoiceId)).toBeVisible()
  await expect.element(unread).not.toBeInTheDocument()
})

test('an invoice is not shown under the address of another one while that is read', async () => {
  const [first, second] = [await storeNewDeal('GHIJKL'), await storeNewDeal('MNOPQR')]
  const shown = await render(show(first))
  await expect.element(page.getByText(first)).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const stop = provideAroundTransaction(async ({ stores }, run) => {
    if (stores.includes('deals')) await released
    return run()
  })
  await shown.rerender(show(second))
  await expect.element(loading).toBeVisible()
  expect(page.getByText(first).elements()).toEqual([])
  release()
  await expect.element(page.getByText(second)).toBeVisible()
  stop()
})
