/**
 * A phone on which ten thousand deals wait (`npm run bench:backlog`). It prints its measurements for docs/reliability.md.
 * DEALS sets another number.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readyPhone } from '../network/deals.ts'
import { expect, test as base } from '../support/fixtures/test.ts'
import { chooseCash, openCustomer, payCash, takePacketPhoto, weigh } from '../support/runner.ts'
import { startVeni, type Veni } from '../support/servers/our-server.ts'
import { countEntries, multiplyDeal } from './seed.ts'

const DEALS = Number(process.env.DEALS ?? 10_000)
const LEAST_A_SECOND = 100
const MOST_MS = 300
/** The customers of the deals that are measured. */
const MEASURED = ['Bolla Sujatha', 'Kondapaka Yadamma', 'Beeram Mounika']

const test = base.extend({
  ownVeni: async ({}, use) => {
    // The quota of a day is smaller than this backlog.
    const veni = await startVeni({ env: { RECORD_MB_PER_DAY: '0' }, isOptimised: true })
    await use(veni)
    await veni.stop()
  },
  baseURL: async ({ ownVeni }, use) => use(ownVeni.url),
  expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/]),
})
test.use({ serviceWorkers: 'allow' })

const note = (text: string) => process.stdout.write(`backlog of ${DEALS}: ${text}\n`)

/** Starts a watch in the page: from the next tap until the text is on the screen. @returns the ms */
async function measure(page: Page, text: RegExp, act: () => Promise<void>): Promise<number> {
  const watching = page.evaluate(
    (source) =>
      new Promise<number>((resolve) => {
        let startedAt = 0
        document.addEventListener('click', () => (startedAt = performance.now()), {
          capture: true,
        })
        const pattern = new RegExp(source)
        const observer = new MutationObserver(() => {
          if (startedAt === 0 || !pattern.test(document.body.innerText)) return
          observer.disconnect()
          resolve(performance.now() - startedAt)
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    text.source,
  )
  await act()
  return watching
}

/** The ids of the runner's other customers. */
async function listOthers(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/customers', {
    headers: { accept: 'application/json' },
  })
  const customers = (await answer.json()) as { id: number }[]
  const isMeasured = (customer: unknown) =>
    MEASURED.some((name) => JSON.stringify(customer).includes(name))
  return customers.filter((one) => !isMeasured(one)).map(({ id }) => String(id))
}

/** Processor time of a process so far, in s. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The fields after the name, in hundredths of a second.
  const [user = 0, system = 0] = stat.split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / 100
}

async function heapMb(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  return Math.round(usedSize / 1024 / 1024)
}

/** Makes a deal without network. @returns the ms of its start and of its completion */
async function makeDeal(page: Page, name: string): Promise<readonly [number, number]> {
  await openCustomer(page, name)
  await page.getByRole('button', { name: 'Interested (Convert to Order)' }).click()
  const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
  const started = await measure(page, /Choose Payment Mode/, () => ok.click())
  await weigh(page, 'Black Hair', 100)
  await chooseCash(page)
  await page.getByLabel('UPI reference number').fill(`UPI of ${name}`)
  await takePacketPhoto(page)
  const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })
  const completed = await measure(page, /CASH-\d+-[A-Z0-9]{6}/, () => complete.click())
  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  return [started, completed]
}

/** Waits until everything is sent. @returns deals a second */
async function measureSending(page: Page, { pid }: Veni): Promise<number> {
  let calls = 0
  let callMs = 0
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/work')) return
    calls += 1
    callMs += request.timing().responseEnd
  })
  const cpuBefore = await cpuOf(pid)
  const startedAt = Date.now()
  await page.context().setOffline(false)
  await expect.poll(() => countEntries(page), { timeout: 900_000, intervals: [500] }).toBe(0)
  const seconds = (Date.now() - startedAt) / 1_000
  const cpu = (await cpuOf(pid)) - cpuBefore
  note(`sent in ${seconds.toFixed(1)} s, ${(DEALS / seconds).toFixed(0)} a second`)
  note(`${calls} calls, of which the server took ${(callMs / 1_000).toFixed(1)} s`)
  note(`${((cpu / DEALS) * 1_000).toFixed(1)} ms of the server's processor time for each`)
  return DEALS / seconds
}

test('deals start and complete at once, and all are sent', async ({ page, context, ownVeni }) => {
  await readyPhone(page)
  const others = await listOthers(page)
  await context.setOffline(true)
  await payCash(page, 'Gurram Lakshmi')
  const heapBefore = await heapMb(page)
  await multiplyDeal(page, DEALS, others)
  await page.goto('/deliveries')
  await expect(page.getByRole('status').getByText(`${DEALS + 2} on this phone`)).toBeVisible({
    timeout: 120_000,
  })
  note(`heap ${heapBefore} MB before, ${await heapMb(page)} MB with the list`)
  const times: number[] = []
  for (const name of MEASURED) {
    const [started, completed] = await makeDeal(page, name)
    note(`a deal started in ${started.toFixed(0)} ms, was completed in ${completed.toFixed(0)} ms`)
    times.push(started, completed)
  }
  const aSecond = await measureSending(page, ownVeni)
  note(`heap ${await heapMb(page)} MB after`)
  expect(Math.max(...times)).toBeLessThan(MOST_MS)
  expect(aSecond).toBeGreaterThan(LEAST_A_SECOND)
})
