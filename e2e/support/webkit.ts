import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { findWebKit } from '../../scripts/other-browsers.mjs'
import { freePort } from './server.ts'
import { openBrowser, type Person } from './webdriver.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 100

/** Opens WebKit's own small browser on a screen that nobody sees, for a test to use as a person does. */
export async function openWebKit(): Promise<Person> {
  const webKit = findWebKit()
  if (!webKit) throw new Error('There is no WebKit on this machine.')
  const port = await freePort()
  // A group of its own: the screen and the driver end together.
  const driver = spawn(webKit.screen, ['-a', webKit.driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  const end = async () => {
    const exit = once(driver, 'exit')
    process.kill(-(driver.pid ?? 0), 'SIGTERM')
    await exit
  }
  try {
    const url = `http://127.0.0.1:${port}`
    await answering(url)
    const options = { binary: webKit.browser, args: ['--automation'] }
    const person = await openBrowser(url, { 'webkitgtk:browserOptions': options })
    const leave = async () => {
      await person.leave()
      await end()
    }
    return { ...person, leave }
  } catch (error) {
    await end()
    throw error
  }
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/status`).catch(() => setTimeout(POLL_MS))
    if (answer?.ok) return
  }
  throw new Error('The driver of WebKit did not start.')
}
