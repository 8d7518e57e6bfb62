import type { BrowserContext, Page } from '@playwright/test'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import { signIn, storedListNotice } from '../support/runner.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 503/]),
})

async function install(page: Page): Promise<void> {
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
}

/** The paths of the app's files in the cache of the service worker. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return files.flat().map(({ url }) => new URL(url).pathname)
  })

/** As the browser does on a full phone: the database and the service worker stay. */
const deleteAllFiles = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })

const UNUSED_FILE = '/pictures/torch.svg'

const deleteSomeFiles = (page: Page): Promise<void> =>
  page.evaluate(
    async (paths) => {
      for (const name of await caches.keys())
        for (const path of paths)
          await (await caches.open(name)).delete(path, { ignoreSearch: true })
    },
    ['/index.html', UNUSED_FILE],
  )

/** The paths that the service worker fetches from now on. */
function watchWorker(context: BrowserContext): string[] {
  const paths: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('after the browser has deleted the stored app, one start with a network stores it again [R-7.070]', async ({
  page,
  context,
}) => {
  await install(page)
  const all = (await storedFiles(page)).toSorted()
  expect(all).toContain('/index.html')
  await deleteAllFiles(page)
  await page.reload()
  await expect.poll(async () => (await storedFiles(page)).toSorted()).toEqual(all)

  await context.setOffline(true)
  await page.close()
  const next = await context.newPage()
  await next.goto('/deliveries')
  await expect(storedListNotice(next)).toBeVisible()
})

test('a start fetches only the files that the stored app lacks, and refuses other content [R-7.070]', async ({
  page,
  context,
}) => {
  await install(page)
  await deleteSomeFiles(page)
  const fetched = watchWorker(context)
  const start = async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  }
  // For the screen, and to store it.
  const pageTwice = ['/index.html', '/index.html']

  let isOther = true
  await context.route('**/index.html', async (route) => {
    const answer = await route.fetch()
    const other = (await answer.text()).replace('</body>', '<!-- of an intermediary --></body>')
    await (isOther ? route.fulfill({ response: answer, body: other }) : route.continue())
  })
  await start()
  // A file that cannot be stored holds up no other one.
  await expect.poll(() => fetched).toEqual([...pageTwice, UNUSED_FILE])
  // Otherwise the next start would find the worker still busy, or fetch this file again.
  await expect.poll(() => storedFiles(page)).toContain(UNUSED_FILE)

  isOther = false
  await start()
  await expect.poll(() => storedFiles(page)).toContain('/index.html')
  expect(fetched).toEqual([...pageTwice, UNUSED_FILE, ...pageTwice])
})
