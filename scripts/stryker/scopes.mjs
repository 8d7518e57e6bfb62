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

/**
 * @param {string} folder of the app
 * @param {string[]} [others] the tests of other folders that reach it
 */
const ofPhone = (folder, others = []) => ({
  sources: folder,
  tests: [under(folder), ...others.map((name) => `web/src/${name}.test.ts`)],
  copied: ['domain', 'faults', 'web'],
  config: 'scripts/stryker/phone/vitest.config.ts',
})

/**
 * @param {string} folder of the server
 * @param {string[]} others the tests of the calls and commands that reach it
 */
const ofServer = (folder, others) => ({
  sources: folder,
  tests: [under(folder), ...others.map((name) => `server/${name}.test.ts`)],
  // The configuration of the tests imports a plugin from faults.
  copied: ['domain', 'faults', 'server'],
  ...ofProject('server'),
})

/** @type {Scope[]} */
export const scopes = [
  {
    name: 'domain',
    sources: 'domain/src',
    // Stryker runs the tests in a thread, where Node does not change the time zone.
    tests: ['domain/src/**/!(time-zones).test.ts'],
    copied: ['domain', 'faults'],
    ...ofProject('domain'),
  },
  { name: 'outbox', ...ofPhone('web/src/outbox') },
  // Each has the few tests that judge it: with all tests of the storage a mutant needs ten times as long.
  { name: 'collections', ...ofPhone('web/src/storage/collections', ['storage/collections']) },
  {
    name: 'sealed',
    ...ofPhone('web/src/storage/sealed', [
      'outbox/reconciliation/sent-storage',
      'state/clear-phone*',
    ]),
  },
  {
    name: 'storage',
    ...ofPhone('web/src/storage', [
      'outbox/reconciliation/*',
      'outbox/stores/*',
      'outbox/transport/sealed-before-deleted',
      'outbox/restored-work',
      'state/clear-phone*',
    ]),
  },
  {
    name: 'work',
    ...ofServer('server/src/work', [
      'src/deals/later-photos',
      'src/ops/import/deals/import-any-owner',
      'src/ops/import/deals/import-deals',
      'test/api/conflict-bounds',
      'test/api/former-runner',
      'test/api/half-sent-work',
      'test/api/lock-conflicts',
      'test/api/record-quota',
      'test/api/recorded-work',
      'test/api/refused-work',
      'test/api/work-together',
    ]),
  },
  {
    name: 'idempotency',
    ...ofServer('server/src/idempotency', ['test/api/idempotency', 'test/api/work-together']),
  },
  {
    name: 'deals',
    ...ofServer('server/src/deals', [
      'src/ops/deals/**/*',
      'test/api/deals',
      'test/api/deals-again',
      'test/api/former-runner',
      'test/api/odd-deals',
      'test/api/odd-settlements',
      'test/api/one-deal-per-visit',
      'test/api/orders-of-deals',
      'test/api/recorded-work',
      'test/api/reused-parts',
      'test/api/settled-again',
      'test/api/work-together',
      'test/api/wrong-clocks',
    ]),
  },
  {
    name: 'photos',
    ...ofServer('server/src/photos', [
      'src/ops/customers/erase-again',
      'src/ops/customers/erase-shared-photos',
      'test/many-servers/shared-photo*',
      'test/uploads/calls-at-once',
      'test/uploads/upload-failures',
      'test/uploads/upload-refusals',
      'test/uploads/uploads*',
    ]),
  },
  // These two run fewer tests than `photos`: each test of a decoder starts a process.
  {
    name: 'uploads',
    ...ofServer('server/src/photos/uploads', [
      'src/photos/photo-quota',
      'test/many-servers/shared-photo-bounds',
      // Stryker changes nothing in the processes that this one starts.
      'test/uploads/!(upload-kill)',
    ]),
  },
  {
    name: 'decoder',
    ...ofServer('server/src/photos', []),
    tests: ['server/src/photos/{decoder-process,decoding,full-queue,photo-decoder}.test.ts'],
  },
]
