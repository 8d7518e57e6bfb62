import { existsSync, readFileSync } from 'node:fs'
import { findTableProblems, readRows } from './check/security-table.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'

// docs/security.md has each requirement of levels 1 and 2 once, with its control and test, or a reason.
await main(async () => {
  /** @type {{ levels: Record<string, number> }} */
  const { levels } = JSON.parse(readFileSync(at('scripts/check/asvs-5.0.0.json'), 'utf8'))
  const markdown = readFileSync(at('docs/security.md'), 'utf8')
  const problems = findTableProblems(markdown, levels, (path) => existsSync(at(path)))
  for (const problem of problems) console.log(problem)
  console.log(`${readRows(markdown).length} rows, ${problems.length} problems.`)
  return problems.length === 0 ? 0 : 1
})
