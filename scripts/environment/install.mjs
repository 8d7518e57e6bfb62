import { digest, stamp } from '../build/digest.mjs'
import { oneAtATime } from '../process/one-at-a-time.mjs'
import { Refusal } from '../process/refusal.mjs'
import { run } from '../process/run.mjs'

// Inside node_modules, so that it is deleted together with that folder.
const installed = stamp('node_modules/.veni-installed')

/** Installs exactly the packages of the lock file, unless they are already installed. A second command waits. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await oneAtATime('install', async () => {
    if (!isInstalled()) await install()
  })
}

const isInstalled = () => installed.matches(digest(['package-lock.json']))

async function install() {
  const wanted = digest(['package-lock.json'])
  console.error('Installing packages (about half a minute) ...')
  installed.clear()
  const { code } = await npmCi()
  if (code !== 0) {
    throw new Refusal(
      'The packages could not be installed. The lines above show the reason. Check the network connection and run the command again.',
    )
  }
  installed.write(wanted)
}

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const env = {
    // Tests use the Chromium of the system, so the packages must not download another one.
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    // The tools that build and test are development dependencies.
    NODE_ENV: 'development',
  }
  const npm = process.env.npm_execpath
  return npm ? run(process.execPath, [npm, ...args], { env }) : run('npm', args, { env })
}
