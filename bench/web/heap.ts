import type { CDPSession, Page } from '@playwright/test'
import {
  readInvoiceId,
  signIn,
  startVisit,
  takePacketPhoto,
  weigh,
} from '../../e2e/support/runner.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

const DEALS = Number(process.env.DEALS ?? 50)
const REFRESHES = Number(process.env.REFRESHES ?? 480)
const STEP = 80

/** Measures the heap of one day with 1,000 customers: deals with photos, and one refresh per minute for eight hours. */
export async function measureHeap(report: Report): Promise<void> {
  const veni = await startVeniWith(1_000)
  const phone = await startPhone(veni.url)
  try {
    const { page, devtools } = phone
    await signIn(page)
    const heaps = [{ after: 'signing in', megabytes: await heapOf(devtools) }]
    for (let deal = 0; deal < DEALS; deal++) await makeDeal(page, deal)
    heaps.push({ after: `${DEALS} deals`, megabytes: await heapOf(devtools) })
    const refreshHeaps: number[] = []
    for (let count = 0; count < REFRESHES; count += STEP) {
      for (let refresh = 0; refresh < STEP; refresh++) await refreshList(page)
      refreshHeaps.push(await heapOf(devtools))
      heaps.push({ after: `${count + STEP} refreshes`, megabytes: refreshHeaps.at(-1) ?? 0 })
    }
    report.table(Object.fromEntries(heaps.map(({ after, megabytes }) => [after, { megabytes }])))
    report.check('heap at the end of the day', refreshHeaps.at(-1) ?? Number.NaN, 20, 'MB')
    // The first step still contains memory of the deals that is released later.
    const growth = (refreshHeaps.at(-1) ?? Number.NaN) - (refreshHeaps[0] ?? Number.NaN)
    report.check('heap growth per 100 refreshes', (growth * 100) / (REFRESHES - STEP), 1, 'MB')
  } finally {
    await phone.stop()
    await veni.stop()
  }
}

/** @returns the memory of scripts and array buffers after a garbage collection, in MB */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const heap: { usedSize: number; backingStorageSize?: number } =
    await devtools.send('Runtime.getHeapUsage')
  return Math.round((heap.usedSize + (heap.backingStorageSize ?? 0)) / 10_000) / 100
}

async function refreshList(page: Page): Promise<void> {
  const answer = page.waitForResponse(/\/api\/customers$/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await answer
}

/** Makes a deal with its own customer, which the search finds. */
async function makeDeal(page: Page, index: number): Promise<void> {
  const id = 10_001 + index * 4
  await page.getByRole('searchbox').fill(`#${id}`)
  await startVisit(page, `#${id}`)
  await weigh(page, 'Black Hair', 100)
  await page.getByRole('button', { name: /^Cash/ }).click()
  await page.getByLabel('UPI reference number').fill(`UPI${id}`)
  await takePacketPhoto(page)
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
}
