import { existsSync } from 'node:fs'
import { Refusal } from './refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const names = ['firefox', 'firefox-esr']
const applications = ['/Applications/Firefox.app/Contents/MacOS/firefox']

const sentence =
  'These journeys need Firefox. Install it (on Debian: sudo apt-get install firefox-esr), or set FIREFOX_PATH to the file of a Firefox that is there.'

/** The Firefox that journeys drive, if there is one. FIREFOX_PATH goes before all others. */
export const findFirefox = () =>
  process.env.FIREFOX_PATH || findOnPath(names) || applications.find(existsSync)

/** Finds a Firefox or installs Debian's. */
export async function ensureFirefox() {
  if (!findFirefox()) await installSystemPackages(['firefox-esr'], sentence)
  const path = findFirefox()
  if (!path || !existsSync(path)) throw new Refusal(sentence)
  process.env.FIREFOX_PATH = path
}

/**
 * WebKit's GTK edition where it is: its driver, the small browser it comes with, and a screen for
 * it that nobody looks at. Only Debian and Ubuntu have all three.
 */
export function findWebKit() {
  const driver = findOnPath(['WebKitWebDriver'])
  const screen = findOnPath(['Xvfb'])
  const browser = miniBrowsers.find(existsSync)
  return driver && screen && browser ? { driver, screen, browser } : undefined
}

const miniBrowsers = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)

/** WebKit is tried too where its packages can be had; nobody is asked to find one elsewhere. */
export async function tryWebKit() {
  if (findWebKit()) return
  try {
    await installSystemPackages(['webkit2gtk-driver', 'xvfb'], withoutWebKit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
  }
}

const withoutWebKit =
  'No WebKit here, so the journeys run without it (on Debian: sudo apt-get install webkit2gtk-driver xvfb).'
