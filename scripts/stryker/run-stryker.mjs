import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { at } from '../process/repository.mjs'

/** @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} MutantResult */

/**
 * Mutates the sources of a scope one place at a time and runs the tests that reach the place. What did not change since
 * the last run is not tested again.
 * @param {import('./scopes.mjs').Scope} scope
 * @param {string} word only files with this word in their path are mutated
 * @returns {Promise<MutantResult[]>}
 */
export async function runStryker({ name, sources, tests, copied, config, env }, word) {
  Object.assign(process.env, env)
  const results = await new Stryker({
    mutate: [`${sources}/**/*${word && `${word}*`}{.ts,/**/*.ts}`, '!**/*.test.ts'],
    ignorePatterns: ['*/', ...['scripts', ...copied].map((folder) => `!${folder}`)],
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: config },
    testFiles: tests,
    // A mutant that runs while a module is loaded needs every test again, so a schema would take hours.
    ignoreStatic: true,
    // The rest of the machine is for other work.
    concurrency: 1,
    dryRunTimeoutMinutes: 15,
    // Enough for a loaded machine.
    timeoutMS: 20_000,
    // The tests run without a type check, so no file needs a comment against it.
    disableTypeChecks: false,
    incremental: true,
    incrementalFile: `reports/stryker/${name}.json`,
    tempDirName: '.cache/stryker',
    reporters: ['progress-append-only'],
  }).runMutationTest()
  // Stryker also returns what earlier runs found in other files.
  return results.filter(({ fileName }) => relative(at(sources), fileName).includes(word))
}
