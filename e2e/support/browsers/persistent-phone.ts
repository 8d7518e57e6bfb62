import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type ConnectOverCDPOptions, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../../scripts/environment/chromium.mjs'
import { expectNoViolations, watchPolicy } from '../fixtures/policy-watch.ts'
import { expectAllSnapshots } from '../phone-storage.ts'
import { signIn } from '../runner.ts'

/** A phone whose browser may be killed at any moment. Its profile stays, and the browser can start again. */
export interface Phone {
  readonly page: Page
  /** The terminal output of the browser since its last start. */
  readonly output: () => string
  /** Ends the browser process with SIGKILL. */
  kill: () => Promise<void>
  /** Closes the browser normally. */
  close: () => Promise<void>
}

/**
 * Creates a profile with a signed-in runner and all snapshots of a visit. It closes the browser at the end, because
 * Chromium otherwise writes cookies only after half a minute. @returns the folder of the profile
 */
export async function newSignedInProfile(url: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'veni-profile-'))
  const phone = await startPhone(profile, 'about:blank')
  await signIn(phone.page, '9000000001', url)
  await expectAllSnapshots(phone.page)
  await phone.close()
  return profile
}

async function startChromium(profile: string, connectOptions: ConnectOverCDPOptions) {
  // Locks of the browser that was killed before.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    await rm(join(profile, name), { force: true })
  const args = [
    ...chromiumFlags,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(findBrowser() ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const endWithTests = () => child.kill('SIGKILL')
  process.once('exit', endWithTests)
  child.once('exit', () => process.off('exit', endWithTests))
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = await addressOf(child, () => output)
  const browser = await chromium.connectOverCDP(address, connectOptions)
  return { child, browser, output: () => output }
}

/**
 * Starts Chromium with a profile, in a process that the test may kill. Rejects when it does not start. `kill` and `close`
 * reject when a page has violated the policy. With `noDefaults` a page is hidden while another tab is in front of it;
 * without it Playwright makes all visible.
 */
export async function startPhone(
  profile: string,
  url: string,
  options: Pick<ConnectOverCDPOptions, 'noDefaults'> = {},
): Promise<Phone> {
  const { child, browser, output } = await startChromium(profile, options)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window')
  const violations: string[] = []
  await watchPolicy(context, violations)
  const [first] = context.pages()
  const page = first ?? (await context.newPage())
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(url)
  // Emitted after the last process of the browser has ended: one of them still locks the database after the others.
  const ended = once(child, 'close')
  return {
    page,
    output,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      await browser.close().catch(() => undefined)
      expectNoViolations(violations)
    },
    close: async () => {
      const devtools = await browser.newBrowserCDPSession()
      await devtools.send('Browser.close').catch(() => undefined)
      await ended
      expectNoViolations(violations)
    },
  }
}

function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      // Its line is complete: the output comes in pieces.
      const address = /ws:\/\/\S+(?=\s)/.exec(output())?.[0]
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`Chromium did not start: ${output()}`)))
  })
}
