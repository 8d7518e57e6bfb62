/**
 * @typedef {object} Scope
 * @property {string} name
 * @property {string} sources the folder whose files are mutated
 * @property {string} tests the folder whose tests must find the mutants
 * @property {string[]} copied the folders that its tests need, besides `scripts`
 * @property {string} config of the tests
 * @property {string} [project] of vitest.config.ts, for the configuration of one project
 */

const oneProject = 'scripts/stryker/vitest.config.ts'

/** @param {string} folder of the app */
const ofPhone = (folder) => ({
  sources: folder,
  tests: folder,
  copied: ['domain', 'faults', 'web'],
  config: 'scripts/stryker/phone/vitest.config.ts',
})

/** @type {Scope[]} */
export const scopes = [
  {
    name: 'domain',
    sources: 'domain/src',
    tests: 'domain/src',
    copied: ['domain', 'faults'],
    config: oneProject,
    project: 'domain',
  },
  { name: 'outbox', ...ofPhone('web/src/outbox') },
  { name: 'storage', ...ofPhone('web/src/storage') },
]
