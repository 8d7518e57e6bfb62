import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'

const roots = ['domain/src', 'server/src', 'server/test', 'web/src', 'e2e']
const isTestFile = /\.(test|spec)\.tsx?$/

// Each requirement needs a test with its number in the title. Each number in a title must be a requirement.
await main(async () => {
  await ensureInstalled()
  const { findGaps, numbersInTitles, readStatements } = await import('./check/requirements.mjs')
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
    `${statements.length} requirements: ${statements.length - untestable} testable, ${untestable} untestable; ${gaps.length} gaps.`,
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
