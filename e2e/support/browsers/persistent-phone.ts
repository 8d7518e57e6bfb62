import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../../../scripts/environment/chromium.mjs'
import { expectAllSnapshots } from '../phone-storage.ts'
import { signIn } from '../runner.ts'

/** A phone whose browser may die at any moment: its profile stays, and it can be switched on again. */
export interface Phone {
  readonly page: Page
  /** What this life of the browser has written to the terminal. */
  readonly output: () => string
  /** SIGKILL to the browser's own process: nothing of it is closed, written or told. */
  kill: () => Promise<void>
  /** Closed as its owner closes it. */
  close: () => Promise<void>
}

/**
 * A new profile, in which a runner has signed in and read what a visit needs. The browser writes its cookies when it
 * closes, or half a minute later. @returns its folder
 */
export async function newSignedInProfile(url: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'veni-profile-'))
  const phone = await startPhone(profile, 'about:blank')
  await signIn(phone.page, '9000000001', url)
  await expectAllSnapshots(phone.page)
  await phone.close()
  return profile
}

/** Starts Chromium on a profile that is kept, in a process of ours. Rejects when it says no address. */
export async function startPhone(profile: string, url: string): Promise<Phone> {
  // What the browser before has left of its own life; its data is elsewhere.
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
  const browser = await chromium.connectOverCDP(await addressOf(child, () => output))
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window')
  const [first] = context.pages()
  const page = first ?? (await context.newPage())
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(url)
  const ended = once(child, 'exit')
  return {
    page,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      await browser.close().catch(() => undefined)
    },
    close: async () => {
      const devtools = await browser.newBrowserCDPSession()
      await devtools.send('Browser.close').catch(() => undefined)
      await ended
    },
  }
}

function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const address = /ws:\/\/\S+/.exec(output())?.[0]
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`Chromium did not start: ${output()}`)))
  })
}
