/**
 * @typedef {object} Scope
 * @property {string} name
 * @property {string} sources the folder whose files are mutated
 * @property {string[]} tests the files, as globs, that must find the mutants
 * @property {string[]} copied the folders that its tests need, besides `scripts`
 * @property {string} config of the tests
 * @property {Record<string, string>} [env] of the tests
 */

/** @param {string} project of vitest.config.ts */
const ofProject = (project) => ({
  config: 'scripts/stryker/vitest.config.ts',
  env: { STRYKER_PROJECT: project, TEST_DATABASES: 'postgres' },
})

/** @param {string} folder */
const under = (folder) => `${folder}/**/*.test.ts`

/** @param {string} folder of the app */
const ofPhone = (folder) => ({
  sources: folder,
  tests: [under(folder)],
  copied: ['domain', 'faults', 'web'],
  config: 'scripts/stryker/phone/vitest.config.ts',
})

/**
 * @param {string} folder of the server
 * @param {string[]} calls the tests of the calls that reach it
 */
const ofServer = (folder, calls) => ({
  sources: folder,
  tests: [under(folder), ...calls.map((name) => `server/test/${name}.test.ts`)],
  // The configuration of the tests imports a plugin from faults.
  copied: ['domain', 'faults', 'server'],
  ...ofProject('server'),
})

/** @type {Scope[]} */
export const scopes = [
  {
    name: 'domain',
    sources: 'domain/src',
    tests: [under('domain/src')],
    copied: ['domain', 'faults'],
    ...ofProject('domain'),
  },
  { name: 'outbox', ...ofPhone('web/src/outbox') },
  { name: 'storage', ...ofPhone('web/src/storage') },
  {
    name: 'work',
    ...ofServer('server/src/work', ['api/recorded-work', 'api/work-together', 'api/deals']),
  },
  {
    name: 'idempotency',
    ...ofServer('server/src/idempotency', ['api/idempotency', 'api/work-together']),
  },
  {
    name: 'deals',
    ...ofServer('server/src/deals', [
      'api/deals',
      'api/odd-*',
      'api/one-deal-per-visit',
      'api/recorded-work',
      'api/second-deliveries',
      'api/settled-again',
      'api/work-together',
      'api/wrong-clocks',
    ]),
  },
  { name: 'photos', ...ofServer('server/src/photos', ['uploads/*']) },
]
