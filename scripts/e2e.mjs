import { rmSync } from 'node:fs'
import { ensureBuilt } from './build/ensure-built.mjs'
import { ensureBrowser } from './environment/chromium.mjs'
import { ensureInstalled } from './environment/install.mjs'
import {
  ensureFirefox,
  findWebKit,
  installWebKitIfPossible,
} from './environment/other-browsers.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { ensureTextReader } from './environment/programs.mjs'
import { at } from './process/repository.mjs'
import { main, Refusal } from './process/refusal.mjs'
import {
  countJourneys,
  defaultProjects,
  runPlaywright,
  runServerKills,
} from './test/test-runners.mjs'

const [suite = '', ...args] = process.argv.slice(2)

/**
 * The commands of package.json that run Playwright. Each returns the exit code.
 * @type {Record<string, () => Promise<number>>}
 */
const suites = {
  async chromium() {
    await prepare()
    await ensureTextReader()
    return runPlaywright(defaultProjects, args)
  },

  async 'other-browsers'() {
    await ensureInstalled()
    await ensureFirefox()
    await installWebKitIfPossible()
    await ensureBuilt()
    const webKit = findWebKit() ? ['WebKit'] : []
    const projects = ['Firefox, our server', 'Firefox, plain portal', ...webKit]
    const { passed, failed } = await countJourneys('e2e-browsers', projects, args)
    console.log(`\n${passed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  },

  async network() {
    await prepare()
    return runPlaywright(['network conditions'], [tableReporter, ...args])
  },

  // KILLS sets the number of kills, SEED chooses other moments. `server` or `chromium` as first argument selects one.
  async kills() {
    const [victim] = args
    const others = victim === 'server' || victim === 'chromium' ? args.slice(1) : args
    await ensurePostgres()
    await prepare()
    const server = victim === 'chromium' ? 0 : await runServerKills()
    return victim === 'server' ? server : (await runPlaywright(['kills'], others)) || server
  },

  // DEALS sets the number of deals that wait.
  async backlog() {
    await prepare()
    return runPlaywright(['backlog'], args)
  },

  async screenshots() {
    await prepare()
    // Old screenshots of removed states would stay in the folder.
    if (args.length === 0) rmSync(at('reports/screenshots'), { recursive: true, force: true })
    return runPlaywright(['screenshots'], ['--reporter=line', ...args])
  },
}

const tableReporter = '--reporter=list,./e2e/network/table.ts'

await main(async () => {
  const run = suites[suite]
  if (!run) throw new Refusal(`"${suite}" is not one of ${Object.keys(suites).join(', ')}.`)
  return run()
})

async function prepare() {
  await ensureInstalled()
  await ensureBrowser()
  await ensureBuilt()
}
