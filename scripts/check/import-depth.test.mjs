import { expect, test } from 'vitest'
import { runTool } from '../process/run.mjs'

/** A longer chain needs too many files in mind at once. */
const MOST_FILES = 6

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */

/** @returns {Promise<Map<string, string[]>>} the imports of each file of the outbox, without tests */
async function readImports() {
  const only = ['--include-only', '^web/src/outbox/', 'web/src/outbox']
  const args = ['--output-type', 'json', ...only]
  const { output } = await runTool('dependency-cruiser', args, { bin: 'depcruise', quiet: true })
  /** @type {{ modules: Module[] }} */
  const { modules } = JSON.parse(output)
  const product = modules.filter(({ source }) => !source.endsWith('.test.ts'))
  return new Map(
    product.map(({ source, dependencies }) => [
      source,
      dependencies.map(({ resolved }) => resolved),
    ]),
  )
}

test(`no import chain inside the outbox has more than ${MOST_FILES} files`, async () => {
  const imports = await readImports()
  /** @type {Map<string, string[]>} */
  const known = new Map()
  /** @type {(file: string) => string[]} */
  const longestFrom = (file) => {
    const rest = (imports.get(file) ?? []).map((next) => known.get(next) ?? longestFrom(next))
    const longest = rest.reduce((one, other) => (other.length > one.length ? other : one), [])
    const chain = [file, ...longest]
    known.set(file, chain)
    return chain
  }
  const tooLong = [...imports.keys()].map(longestFrom).filter(({ length }) => length > MOST_FILES)
  expect(imports.size).toBeGreaterThan(10)
  expect(tooLong.map((chain) => chain.join(' → '))).toEqual([])
})
