import { digest, stamp } from './digest.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

// Inside node_modules, so that deleting that folder deletes the stamp with it.
const installed = stamp('node_modules/.veni-installed')

/** Installs exactly what the lock file names, unless that is what is there already. */
export async function ensureInstalled() {
  const wanted = digest(['package-lock.json'])
  if (installed.matches(wanted)) return
  console.error('Installing packages (about half a minute) ...')
  installed.clear()
  const { code } = await npmCi()
  if (code !== 0) {
    throw new Refusal(
      'The packages could not be installed. The lines above say why; check the network connection and run the command again.',
    )
  }
  installed.write(wanted)
}

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const env = {
    // Tests drive the system's Chromium; the packages shall fetch none of their own.
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    // Tools that build and test are needed whatever the deployment says.
    NODE_ENV: 'development',
  }
  const npm = process.env.npm_execpath
  return npm ? run(process.execPath, [npm, ...args], { env }) : run('npm', args, { env })
}
