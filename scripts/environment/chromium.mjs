import { existsSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'
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

/** Finds Chromium or installs the package of Debian. Then makes sure that it draws Telugu. */
export async function ensureBrowser() {
  if (!findBrowser()) await installSystemPackages(['chromium'], sentence)
  const path = findBrowser()
  if (!path || !existsSync(path)) throw new Refusal(sentence)
  process.env.CHROMIUM_PATH = path
  await ensureTeluguFont([path, ...chromiumFlags])
}
