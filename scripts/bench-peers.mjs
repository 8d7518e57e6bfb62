import { cpSync, mkdirSync } from 'node:fs'
import { main, Refusal } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { run } from './process/run.mjs'

/**
 * The servers that a user would take instead, each in a folder of its own below bench/peers/, which Git ignores. The
 * scripts of packages do not run, apart from those that are named: they compile what the server needs.
 * @type {{ name: string, compiled: string[] }[]}
 */
const peers = [
  { name: 'json-server', compiled: [] },
  { name: 'parse', compiled: [] },
  { name: 'directus', compiled: ['isolated-vm', 'sqlite3', 'argon2'] },
]

await main(async () => {
  for (const { name, compiled } of peers) {
    const cwd = at('bench/peers', name)
    mkdirSync(cwd, { recursive: true })
    cpSync(at('bench/server/peers', `${name}.json`), `${cwd}/package.json`)
    console.log(`Installing ${name} ...`)
    await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], cwd)
    if (compiled.length > 0) await npm(['rebuild', ...compiled], cwd)
  }
  return 0
})

/**
 * @param {string[]} args
 * @param {string} cwd
 */
async function npm(args, cwd) {
  const path = process.env.npm_execpath
  const { code } = await (path
    ? run(process.execPath, [path, ...args], { cwd })
    : run('npm', args, { cwd }))
  if (code !== 0) throw new Refusal('The peer could not be installed. The lines above show why.')
}
