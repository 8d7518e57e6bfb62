import { existsSync } from 'node:fs'
import { Refusal } from './refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const sentence =
  'The tests need Chromium. Install it (on Debian and Ubuntu: sudo apt-get install chromium fonts-noto-core), or set CHROMIUM_PATH to the file of a Chromium or Chrome that is there.'

/** Quiet (no services of its own), and able to run as root in a container. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium that tests drive, if there is one. CHROMIUM_PATH goes before all others. */
export const findBrowser = () =>
  process.env.CHROMIUM_PATH || findOnPath(names) || applications.find(existsSync)

/** Finds a Chromium or installs Debian's, with fonts that can show Telugu. */
export async function ensureBrowser() {
  if (!findBrowser()) await installSystemPackages(['chromium', 'fonts-noto-core'], sentence)
  const path = findBrowser()
  if (!path || !existsSync(path)) throw new Refusal(sentence)
  process.env.CHROMIUM_PATH = path
}
