import { existsSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const names = ['firefox', 'firefox-esr']
const applications = ['/Applications/Firefox.app/Contents/MacOS/firefox']

const sentence =
  'These journeys need Firefox. Install it (on Debian: sudo apt-get install firefox-esr), or set FIREFOX_PATH to the program file of an installed Firefox.'

/** The Firefox for the journeys, if one is installed. FIREFOX_PATH has priority. */
export const findFirefox = () =>
  process.env.FIREFOX_PATH || findOnPath(names) || applications.find(existsSync)

/** Finds Firefox or installs the package of Debian. */
export async function ensureFirefox() {
  if (!findFirefox()) await installSystemPackages(['firefox-esr'], sentence)
  const path = findFirefox()
  if (!path || !existsSync(path)) throw new Refusal(sentence)
  process.env.FIREFOX_PATH = path
}

/**
 * The GTK edition of WebKit, if it is installed: its driver, its small browser, and a virtual screen.
 * Only Debian and Ubuntu have all three.
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

/** Installs WebKit where its packages are available. Elsewhere the journeys run without it. */
export async function installWebKitIfPossible() {
  if (findWebKit()) return
  try {
    await installSystemPackages(['webkit2gtk-driver', 'xvfb'], withoutWebKit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
  }
}

const withoutWebKit =
  'WebKit is not installed, so its journey does not run (on Debian: sudo apt-get install webkit2gtk-driver xvfb).'
