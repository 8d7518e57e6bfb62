import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { findWebKit } from '../../../scripts/environment/other-browsers.mjs'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { openBrowser, type BrowserUser } from './webdriver.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 100

/** Opens the small browser of WebKit on a virtual screen. */
export async function openWebKit(): Promise<BrowserUser> {
  const webKit = findWebKit()
  if (!webKit) throw new Error('WebKit is not installed on this machine.')
  const screen = await openScreen(webKit.screen)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: screen.display }
  const driver = spawn(webKit.driver, [`--port=${port}`], { stdio: 'ignore', env })
  // The driver ends the browser. If it does not, the browser ends together with its screen.
  const end = () => void [driver.kill(), screen.close()]
  process.once('exit', end)
  try {
    const url = `http://127.0.0.1:${port}`
    await waitForDriver(url)
    const options = { binary: webKit.browser, args: ['--automation'] }
    const user = await openBrowser(url, { 'webkitgtk:browserOptions': options })
    return { ...user, leave: () => user.leave().finally(end) }
  } catch (error) {
    end()
    throw error
  }
}

async function openScreen(command: string) {
  const args = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '3']
  const screen = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  // Xvfb chooses a free display number and writes it when it is ready.
  const [number] = await once(screen.stdio[3] as Readable, 'data')
  return { display: `:${String(number).trim()}`, close: () => screen.kill() }
}

async function waitForDriver(url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/status`).catch(() => setTimeout(POLL_MS))
    if (answer?.ok) return
  }
  throw new Error('The driver of WebKit did not start.')
}
