import { existsSync } from 'node:fs'
import { at } from '../process/repository.mjs'
import { run, runTool } from '../process/run.mjs'

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {() => Promise<{ code: number, output: string }>} run
 */

/** @type {(title: string, tool: string, args: string[], bin?: string) => Check} */
const check = (title, tool, args, bin) => ({
  title,
  run: () => runTool(tool, args, { bin, quiet: true }),
})

/** @param {string} project */
const types = (project) =>
  check(`types: ${project}`, 'typescript-7', ['--noEmit', '-p', at(project)], 'tsc')

/** The TypeScript projects. The one of the root is for scripts, e2e and configuration files. */
const projects = ['domain', 'server', 'web', 'web/service-worker', '.'].filter((name) =>
  existsSync(at(name, 'tsconfig.json')),
)

const importRoots = ['domain', 'server', 'web', 'e2e', 'faults', 'bench'].filter((name) =>
  existsSync(at(name)),
)

/** All checks that do not run the code, the slowest first. */
export const staticChecks = [
  check(
    'import rules',
    'dependency-cruiser',
    ['--output-type', 'err', ...importRoots],
    'depcruise',
  ),
  check('unused code', 'knip', ['--no-progress']),
  check('lint', 'oxlint', ['--deny-warnings']),
  ...projects.map(types),
  check('format', 'oxfmt', ['--check']),
  {
    title: 'every requirement has its test',
    run: () => run(process.execPath, [at('scripts/trace.mjs')], { quiet: true }),
  },
  {
    title: 'every security requirement has its control',
    run: () => run(process.execPath, [at('scripts/security-table.mjs')], { quiet: true }),
  },
  {
    title: 'words of the glossary',
    run: () => run(process.execPath, [at('scripts/glossary.mjs'), '--strict'], { quiet: true }),
  },
]

/**
 * Runs two checks at a time. It prints the output of a failed check when the check ends.
 * @param {Check[]} checks
 * @returns {Promise<string[]>} the titles of the failed checks
 */
export async function runChecks(checks) {
  const waiting = [...checks]
  /** @type {string[]} */
  const failed = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { code, output } = await next.run()
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${next.title}`)
      if (code === 0) continue
      failed.push(next.title)
      console.log(output.trim())
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}
