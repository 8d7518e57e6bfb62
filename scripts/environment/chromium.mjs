import { existsSync } from 'node:fs'
import { messageOf, Refusal } from '../process/refusal.mjs'
import { canInstall, findOnPath, installSystemPackages } from './system.mjs'
import { ensureTeluguFont } from './telugu-font.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const sentence =
  'The tests need Chromium. Install it (on Debian and Ubuntu: sudo apt-get install chromium), or set CHROMIUM_PATH to the program file of an installed Chromium or Chrome.'

/** They switch off background services, and let Chromium run as root in a container. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium for the tests, if one is installed. CHROMIUM_PATH has priority. */
export const findBrowser = () =>
  process.env.CHROMIUM_PATH || findOnPath(names) || applications.find(existsSync)

const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * The Chromium for tests of the app: the program without windows if it is installed, because a test needs about 40 % less
 * processor time in it. Tests of the browser itself, such as its storage after a kill, use `findBrowser`. CHROMIUM_PATH
 * has priority.
 */
export const findHeadlessBrowser = () =>
  process.env.CHROMIUM_PATH || findOnPath([HEADLESS_SHELL]) || findBrowser()

/** Finds Chromium or installs the packages of Debian. Then makes sure that it draws Telugu. */
export async function ensureBrowser() {
  if (!findBrowser()) await installSystemPackages(['chromium'], sentence)
  const path = findBrowser()
  if (!path || !existsSync(path)) throw new Refusal(sentence)
  await tryToInstallHeadlessShell()
  await ensureTeluguFont([path, ...chromiumFlags])
}

/** Installs the program without windows if possible. Otherwise the tests use the whole Chromium. */
async function tryToInstallHeadlessShell() {
  if (process.env.CHROMIUM_PATH || findOnPath([HEADLESS_SHELL]) || !canInstall()) return
  await installSystemPackages([HEADLESS_SHELL], 'The tests use the whole Chromium.').catch(
    (/** @type {unknown} */ error) => console.error(messageOf(error)),
  )
}
