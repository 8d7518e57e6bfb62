import { cheapPhone } from '../../e2e/support/browsers/cheap-phone.ts'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../scripts/environment/chromium.mjs'

/** A cheap phone with an app on it, and its workshop. */
export interface Phone {
  readonly page: Page
  readonly context: BrowserContext
  readonly devtools: CDPSession
  /** @param times how much slower than this machine the page's processor is; 1 is as fast */
  slowDown: (times: number) => Promise<void>
  stop: () => Promise<void>
}

/** A browser of its own, with nothing stored. @param url where relative addresses are */
export async function startPhone(url: string): Promise<Phone> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...chromiumFlags] })
  const context = await browser.newContext({ ...cheapPhone, baseURL: url })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return {
    page,
    context,
    devtools,
    slowDown: async (times) => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
    },
    stop: () => browser.close(),
  }
}
