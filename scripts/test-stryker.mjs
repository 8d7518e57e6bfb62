import { readFileSync } from 'node:fs'
import { ensureInstalled } from './environment/install.mjs'
import { main, Refusal } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { scopes } from './stryker/scopes.mjs'
import { runStryker } from './stryker/run-stryker.mjs'
import { countByFolder, listSurvivors, listUnjudged } from './stryker/survivors.mjs'

/** Percent of the tested mutants that a test must find. */
const WANTED_SCORE = 90

const [name, word = ''] = process.argv.slice(2)

/** The arguments are a scope and, if only some files are wanted, a word in their path. */
await main(async () => {
  const scope = scopes.find((one) => one.name === name)
  if (!scope) throw new Refusal(`Name one of: ${scopes.map((one) => one.name).join(', ')}.`)
  await ensureInstalled()
  const results = await runStryker(scope, word)
  const folders = countByFolder(results)
  for (const { folder, score, ...counts } of folders)
    console.log(
      `${score.toFixed(1).padStart(5)} %  ${folder}: ${counts.killed} found, ${counts.alive} not found, ${counts.untested} not tested`,
    )
  const unjudged = listUnjudged(listSurvivors(results), readJudgements())
  for (const survivor of unjudged)
    console.log(
      `\nNot found and not judged: ${survivor.file}\n- ${survivor.was}\n+ ${survivor.becomes}`,
    )
  const isEnough = (folders.at(-1)?.score ?? 0) >= WANTED_SCORE
  return isEnough && unjudged.length === 0 ? 0 : 1
})

function readJudgements() {
  return /** @type {import('./stryker/survivors.mjs').Judgement[]} */ (
    JSON.parse(readFileSync(at('scripts/stryker/judgements.json'), 'utf8'))
  )
}
