import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { findWebKit } from '../../../scripts/environment/other-browsers.mjs'
import { freePort } from '../servers/our-server.ts'
import { openBrowser, type Person } from './webdriver.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 100

/** Opens WebKit's own small browser on a screen that nobody sees, for a test to use as a person does. */
export async function openWebKit(): Promise<Person> {
  const webKit = findWebKit()
  if (!webKit) throw new Error('There is no WebKit on this machine.')
  const screen = await openScreen(webKit.screen)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: screen.display }
  const driver = spawn(webKit.driver, [`--port=${port}`], { stdio: 'ignore', env })
  // The browser is the driver's to end; one that is left over ends with its screen.
  const end = () => void [driver.kill(), screen.close()]
  process.once('exit', end)
  try {
    const url = `http://127.0.0.1:${port}`
    await answering(url)
    const options = { binary: webKit.browser, args: ['--automation'] }
    const person = await openBrowser(url, { 'webkitgtk:browserOptions': options })
    return { ...person, leave: () => person.leave().finally(end) }
  } catch (error) {
    end()
    throw error
  }
}

async function openScreen(command: string) {
  const args = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '3']
  const screen = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  // It finds a free number for itself and says it once it is ready.
  const [number] = await once(screen.stdio[3] as Readable, 'data')
  return { display: `:${String(number).trim()}`, close: () => screen.kill() }
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/status`).catch(() => setTimeout(POLL_MS))
    if (answer?.ok) return
  }
  throw new Error('The driver of WebKit did not start.')
}
