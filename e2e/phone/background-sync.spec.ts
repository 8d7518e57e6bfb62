import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../scripts/environment/chromium.mjs'
import { cheapPhone } from '../support/browsers/cheap-phone.ts'
import { newSignedInProfile, startPhone } from '../support/browsers/persistent-phone.ts'
import { expect, SERVER_STOPPED, testAlone } from '../support/fixtures/test.ts'
import { expectAppInstalled, expectSnapshot } from '../support/phone-storage.ts'
import { payCash, signIn } from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'

/** Chromium tries again after five minutes, and three times at most. Here it does after a second, and often. */
const quickRetries = [
  '--force-fieldtrials=BackgroundSync/Enabled',
  `--force-fieldtrial-params=BackgroundSync.Enabled:${[
    'initial_retry_delay_sec/1',
    'retry_delay_factor/1',
    'min_recovery_time_sec/1',
    'max_sync_attempts/100',
  ].join('/')}`,
]

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/, SERVER_STOPPED]),
})
test.use({
  serviceWorkers: 'allow',
  // A phone grants it unasked. A list of permissions refuses all others.
  permissions: [...cheapPhone.permissions, 'background-sync'],
  launchOptions: { executablePath: findBrowser(), args: [...chromiumFlags, ...quickRetries] },
})

const REFERENCE = 'UPI-IN-THE-BACKGROUND'

test('the browser wakes the worker when the network is back and no page is open', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await makeDealWithoutNetwork(page, context)
  await page.close()
  await context.setOffline(false)
  await expectReceived(context, ownVeni.url)
})

test('the browser wakes the worker again after the server did not answer it', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await makeDealWithoutNetwork(page, context)
  await page.close()
  await ownVeni.kill9()
  const overloaded = await startOverloaded(new URL(ownVeni.url))
  await context.setOffline(false)
  await overloaded.firstCall
  await overloaded.stop()
  await ownVeni.restart()
  await expectReceived(context, ownVeni.url)
})

test('the worker sends while the only page is frozen in the background', async ({ ownVeni }) => {
  const profile = await newSignedInProfile(ownVeni.url)
  const phone = await startPhone(profile, `${ownVeni.url}/deliveries`, { noDefaults: true })
  const { page } = phone
  const context = page.context()
  await makeDealWithoutNetwork(page, context)
  const elsewhere = await context.newPage()
  await elsewhere.bringToFront()
  await freezeHidden(page)
  await context.setOffline(false)
  await expectReceived(context, ownVeni.url)
  await phone.close()
  await rm(profile, { recursive: true })
})

/** The runner is signed in. */
async function makeDealWithoutNetwork(page: Page, context: BrowserContext): Promise<void> {
  await expectSnapshot(page, 'customers')
  await expectAppInstalled(page)
  await context.setOffline(true)
  await payCash(page, 'Gurram Lakshmi', REFERENCE)
  // The status of the customer and the deal.
  await expect(page.getByRole('status').getByText('2 on this phone')).toBeVisible()
}

/**
 * Freezes the page when it has asked for its sync and holds nothing. A worker waits for a frozen page that holds a lock or
 * blocks the database. Chrome on a desktop freezes no such page (developer.chrome.com/blog/freezing-on-energy-saver);
 * whether Chrome on Android does is not tested.
 */
async function freezeHidden(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
  await expect.poll(() => page.evaluate(readSyncTags)).toEqual(['veni-outbox'])
  const context = page.context()
  const devTools = await context.newCDPSession(page)
  const [worker] = context.serviceWorkers()
  const freeze = async () => {
    await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
    if (await worker?.evaluate(isNothingHeld)) return 'frozen'
    await devTools.send('Page.setWebLifecycleState', { state: 'active' })
    return 'active'
  }
  await expect.poll(freeze).toBe('frozen')
}

async function readSyncTags(): Promise<readonly string[]> {
  const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
    readonly sync: { readonly getTags: () => Promise<string[]> }
  }
  return registration.sync.getTags()
}

/** Runs in the worker. @returns whether no lock is held, and a transaction over the whole database ends within a second */
async function isNothingHeld(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  const { storageBuckets } = navigator as unknown as {
    storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
  }
  const { indexedDB } = await storageBuckets.open('veni-work')
  const written = new Promise<boolean>((resolve) => {
    const request = indexedDB.open('veni')
    request.addEventListener('success', () => {
      const { result } = request
      const transaction = result.transaction([...result.objectStoreNames], 'readwrite')
      transaction.addEventListener('complete', () => resolve(true))
      result.close()
    })
  })
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false))
  return held.length === 0 && Promise.race([written, limit])
}

/** A server at the address of Veni that answers 503 to every call. */
async function startOverloaded({ hostname, port }: URL) {
  const server = createServer((_request, response) => response.writeHead(503).end())
  const firstCall = once(server, 'request')
  await once(server.listen(Number(port), hostname), 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { firstCall, stop }
}

/** Only the worker can have sent the deal: no page of the app runs. */
async function expectReceived({ request }: BrowserContext, url: string): Promise<void> {
  await expect
    .poll(async () => (await readRunnerRecord({ request }, url)).cash_payments)
    .toEqual([expect.objectContaining({ upi_reference: REFERENCE })])
}
