import { expect, testAlone as test } from '../support/fixtures/test.ts'
import { expectOutboxEmpty, readPhoneWork } from '../support/phone-storage.ts'
import {
  chooseCash,
  payByUpi,
  readInvoiceId,
  signIn,
  startVisit,
  weigh,
} from '../support/runner.ts'

/** As Chromium does for a moment after it was killed: the first two times on each page. */
const refuseTwice = () => {
  const { prototype } = IDBFactory
  const { value: open } = Object.getOwnPropertyDescriptor(prototype, 'open') as {
    value: (this: IDBFactory, name: string, version?: number) => IDBOpenDBRequest
  }
  let refused = 0
  prototype.open = function (name, version) {
    refused += 1
    if (refused > 2) return open.call(this, name, version)
    // An upgrade that is aborted fails with an error event, as a refusal does.
    const request = open.call(this, 'refused', 1)
    request.addEventListener('upgradeneeded', (event) => {
      event.stopImmediatePropagation()
      request.transaction?.abort()
    })
    const reason = new DOMException('Internal error opening backing store', 'UnknownError')
    Object.defineProperty(request, 'error', { get: () => reason })
    return request
  }
}

test('a runner makes a deal although the browser refuses its database on each page for a moment [R-8.080]', async ({
  page,
}) => {
  await signIn(page)
  await page.addInitScript(refuseTwice)
  await page.goto('/deliveries')
  await startVisit(page, 'Gurram Lakshmi')
  await page.reload()
  await weigh(page, 'Black Hair', 100)
  await page.reload()
  await expect(page.getByLabel('Black Hair weight in grams', { exact: true })).toHaveValue('100')
  await chooseCash(page)
  await page.reload()
  await payByUpi(page, 'UPI2611')
  await readInvoiceId(page)
  await expectOutboxEmpty(page)
  expect((await readPhoneWork(page)).deals).toHaveLength(1)
})
