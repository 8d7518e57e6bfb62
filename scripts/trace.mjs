import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { at } from './root.mjs'

const roots = ['domain/src', 'server/src', 'server/test', 'web/src', 'e2e']
const isTestFile = /\.(test|spec)\.tsx?$/

// Every statement of docs/requirements.md has a test that names it, and every number a test names is there.
await main(async () => {
  await ensureInstalled()
  const { findGaps, numbersInTitles, readStatements } = await import('./requirements.mjs')
  const statements = readStatements(readFileSync(at('docs/requirements.md'), 'utf8'))
  /** @type {Map<string, string[]>} */
  const testFiles = new Map()
  for (const file of listTestFiles()) {
    for (const number of new Set(numbersInTitles(file, readFileSync(at(file), 'utf8')))) {
      testFiles.set(number, [...(testFiles.get(number) ?? []), file])
    }
  }
  const gaps = findGaps(statements, testFiles)
  for (const gap of gaps) console.log(gap)
  const untestable = statements.filter((statement) => statement.untestable).length
  console.log(
    `${statements.length} statements: ${statements.length - untestable} for tests, ${untestable} untestable; ${gaps.length} gaps.`,
  )
  return statements.length > 0 && gaps.length === 0 ? 0 : 1
})

function listTestFiles() {
  return roots.flatMap((root) =>
    readdirSync(at(root), { recursive: true, encoding: 'utf8' })
      .filter((name) => isTestFile.test(name))
      .map((name) => join(root, name)),
  )
}
