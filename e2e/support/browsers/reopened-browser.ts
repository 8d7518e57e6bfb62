import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../../scripts/environment/chromium.mjs'
import { expectNoViolations, watchPolicy } from '../fixtures/policy-watch.ts'
import { cheapPhone } from './cheap-phone.ts'

/** A browser that a test can close and open again with the same profile. */
export interface ReopenedBrowser {
  /** The folder of the profile. */
  readonly profile: string
  /** Closes the browser, if it is open, and opens it with the profile. */
  readonly open: () => Promise<BrowserContext>
  readonly close: () => Promise<void>
}

const executablePath = findBrowser()
const browser = { args: chromiumFlags, ...(executablePath && { executablePath }) }

/** Gives the browser to `use`, then deletes its profile. Fails on a violation of the policy in any of its pages. */
export async function withReopenedBrowser(
  baseURL: string,
  use: (browser: ReopenedBrowser) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'veni-phone-'))
  const violations: string[] = []
  let context: BrowserContext | undefined
  const close = async () => {
    await context?.close()
    context = undefined
  }
  const open = async () => {
    await close()
    context = await chromium.launchPersistentContext(profile, {
      ...cheapPhone,
      baseURL,
      ...browser,
    })
    await watchPolicy(context, violations)
    return context
  }
  await use({ profile, open, close })
  await close()
  await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  expectNoViolations(violations)
}
