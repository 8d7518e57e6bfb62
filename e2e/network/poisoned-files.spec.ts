import type { Page } from '@playwright/test'
import { expectAppInstalled } from '../support/phone-storage.ts'
import { storedListNotice, signIn } from '../support/runner.ts'
import { captivePortal, good, on, type ProxiedCall } from './conditions.ts'
import { expect, test } from './network-test.ts'

/** Whether the service worker fetches a file of the app. */
const isFileOfWorker = ({ call, request }: ProxiedCall) =>
  request.headers['sec-fetch-dest'] === 'empty' &&
  !call.includes(' /api/') &&
  !call.includes('json')

/** Whether any version of the service worker is installed or being installed. */
const hasWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(registration?.installing ?? registration?.waiting ?? registration?.active)
  })

test(
  'the page of a captive portal never becomes a file of the installed app',
  { tag: '@quick' },
  async ({ page, context, network }) => {
    let poisoned = 0
    network.condition = on(isFileOfWorker, (call) => {
      poisoned += 1
      return captivePortal(call)
    })
    await signIn(page)
    await expect.poll(() => poisoned).toBeGreaterThan(0)
    await expect.poll(() => hasWorker(page)).toBe(false)
    network.condition = good
    const again = await context.newPage()
    await again.goto('/deliveries')
    await expect(again.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
    await expectAppInstalled(again)
    await context.setOffline(true)
    await again.reload()
    await expect(storedListNotice(again)).toBeVisible()
    await context.setOffline(false)
  },
)
