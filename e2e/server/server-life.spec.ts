import { payCash, signIn } from '../support/runner.ts'
import { readRunnerRecord, startVeni } from '../support/servers/our-server.ts'
import { expect, test, testAlone } from '../support/fixtures/test.ts'

testAlone('our server still has a deal after a restart', async ({ page, ownVeni }) => {
  await signIn(page)
  const invoiceId = await payCash(page, 'Gurram Lakshmi', 'UPI2611210001')
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()

  // An open page would make calls in the background while the server is down.
  await page.goto('about:blank')
  await ownVeni.restart()
  const { cash_payments: payments } = await readRunnerRecord(page, ownVeni.url)
  expect(payments).toEqual([
    expect.objectContaining({
      invoice_id: invoiceId,
      customer_name: 'Gurram Lakshmi',
      hair_value: 350,
      hair_weight: 100,
      payout_method: 'upi',
      upi_reference: 'UPI2611210001',
    }),
  ])
})

test('a killed server starts again with its data', async ({ ownVeni }) => {
  await ownVeni.kill9()
  await ownVeni.restart()
  expect((await fetch(`${ownVeni.url}/api/ping`)).status).toBe(200)
})

test('SIGTERM ends the server with exit code 0', async () => {
  const veni = await startVeni()
  expect(await veni.stop()).toBe(0)
})

test('a second server with the same data folder is refused with one sentence', async ({
  ownVeni,
}) => {
  const second = startVeni({ dataDir: ownVeni.dataDir })
  await expect(second).rejects.toThrow(/Its output:\n[^\n]+\n?$/)
})

test('the server accepts a URL that contains a whole cart with Telugu names', async ({
  request,
}) => {
  const cartItems = JSON.stringify(
    Array.from({ length: 80 }, (_, index) => ({
      productId: `p${index}`,
      name: 'స్టీల్ వంట సామాన్ల సెట్టు',
      price: 100,
      quantity: 1,
    })),
  )
  const query = new URLSearchParams({ customerId: '1', cartItems }).toString()
  expect(query.length).toBeGreaterThan(16 * 1024)
  const answer = await request.get(`/cash-payment?${query}`)
  expect(answer.status()).toBe(200)
})
