import { cheapPhone } from '../../e2e/support/browsers/cheap-phone.ts'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../scripts/environment/chromium.mjs'

/** An emulated cheap phone with the app, and its developer tools. */
export interface Phone {
  readonly page: Page
  readonly context: BrowserContext
  readonly devtools: CDPSession
  /** @param times how much slower than this machine the page's processor is; 1 is as fast */
  slowDown: (times: number) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a separate browser with empty storage. @param url the base of relative addresses */
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
