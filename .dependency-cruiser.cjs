/**
 * The import rules. The comment of each rule is its reason; ARCHITECTURE.md has an overview.
 * An import of a type counts too, because it also couples two packages.
 */

/** Many rules do not apply to tests. A test may import test libraries and the modules that it combines. */
const tests = '\\.(test|spec)\\.tsx?$|/test/'

/** @type {(names: string[]) => string} */
const webFolders = (...names) => `^web/src/(${names.join('|')})/`

/** @type {(name: string, comment: string, from: object, to: object) => object} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const packageRules = [
  forbid(
    'domain-imports-only-valibot',
    'domain imports only itself and valibot, so that it works in the same way in browser, server and tests.',
    { path: '^domain/src/', pathNot: tests },
    { pathNot: '^domain/src/|(^|/)node_modules/valibot/' },
  ),
  forbid(
    'domain-imports-no-node',
    'domain has no input or output. A module of Node would not work in the browser.',
    { path: '^domain/src/' },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'web-never-imports-server',
    'App and server share only the contract in domain/src/api.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  forbid(
    'server-never-imports-web',
    'The server only serves the built files of the app.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  forbid(
    'e2e-imports-only-domain',
    'Journeys test the built app and the running server. They may import domain, and the messages, because they find elements by their text.',
    { path: '^e2e/' },
    { path: '^(web|server)/', pathNot: '^web/src/i18n/(en|te)(\\.ts|/)' },
  ),
  forbid(
    'packages-import-no-tools',
    'Journeys, fault simulation, benchmarks and scripts import the packages, never the other way round. They share the ports of test servers.',
    { path: '^(domain|server|web)/' },
    { path: '^(e2e|faults|bench|scripts)/', pathNot: '^scripts/process/free-port\\.mjs$' },
  ),
  forbid(
    'lines-end-at-line-feeds',
    'readline also splits at U+2028 since Node 24, which a line of JSON may contain. server/src/lines.ts splits at line feeds only.',
    {},
    { path: '^(node:)?readline(/promises)?$' },
  ),
]

const webLayers = [
  forbid(
    'no-cross-feature-imports',
    'A feature never imports another one. Code that several features need is in state, storage, outbox, api or components.',
    { path: '^web/src/features/([^/]+)/' },
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
  forbid(
    'only-routes-import-screens',
    'A screen arranges features for one address. Only the route table in routes.tsx imports it.',
    { path: '^web/', pathNot: `^web/src/routes\\.tsx$|^web/src/screens/.*(${tests})` },
    { path: '^web/src/screens/', pathNot: '\\.css$' },
  ),
  forbid(
    'nothing-imports-the-entry-points',
    'main.tsx and routes.tsx are the top of the app. Lower modules take addresses from paths.ts.',
    { path: '^web/src/', pathNot: `^web/src/(main|app|routes)\\.tsx$|${tests}` },
    { path: '^web/src/(main|routes)\\.tsx$' },
  ),
  forbid(
    'shared-layers-import-no-features',
    'state, storage, outbox, api, components, ui, lib and i18n are below the features.',
    { path: webFolders('state', 'storage', 'outbox', 'api', 'components', 'ui', 'lib', 'i18n') },
    { path: webFolders('features', 'screens') },
  ),
  forbid(
    'data-layers-import-no-components',
    'state, storage, outbox and api store and send data. They draw nothing, so they import no component.',
    { path: webFolders('state', 'storage', 'outbox', 'api'), pathNot: tests },
    { path: webFolders('components', 'ui') },
  ),
  forbid(
    'storage-imports-only-lib-and-domain',
    'storage is below every layer that has data, so it imports none of them. domain has the schemas of its rows.',
    { path: webFolders('storage'), pathNot: tests },
    { path: '^web/src/', pathNot: webFolders('storage', 'lib') },
  ),
  forbid(
    'ui-and-lib-are-generic',
    'ui and lib could be part of any app. They import no router, no server data, no domain and no higher layer.',
    { path: webFolders('ui', 'lib'), pathNot: tests },
    {
      path: `^domain/|(^|/)node_modules/wouter/|${webFolders('state', 'storage', 'outbox', 'api', 'components', 'features', 'screens', 'i18n')}`,
    },
  ),
  forbid(
    'lib-imports-no-ui',
    'lib has functions and hooks. It draws nothing.',
    { path: webFolders('lib'), pathNot: tests },
    { path: webFolders('ui') },
  ),
  forbid(
    'messages-import-no-layer',
    'i18n has the messages. Every layer may import it, so it imports none of them.',
    { path: webFolders('i18n'), pathNot: tests },
    { path: webFolders('state', 'storage', 'outbox', 'api', 'components', 'ui') },
  ),
]

const serverLayers = [
  forbid(
    'stores-are-private',
    "A feature's store.ts is private. Other features use its service.ts, which has the rules.",
    { path: '^server/src/([^/]+)/', pathNot: tests },
    { path: '^server/src/.+/[^/]*store\\.ts$', pathNot: '^server/src/$1/' },
  ),
  forbid(
    'routes-use-no-database',
    'routes -> service -> store -> db: a route guards, parses, calls and presents. It does not use the database.',
    { path: '^server/src/.*routes\\.ts$' },
    { path: '^server/src/db/(schema|postgres|embedded)[^/]*\\.ts$' },
  ),
  forbid(
    'lower-layers-import-no-routes',
    'routes -> service -> store -> db: a lower layer never imports a higher one.',
    { path: '^server/src/.*(service|store)\\.ts$|^server/src/db/', pathNot: tests },
    { path: '^server/src/.*routes\\.ts$|^server/src/(app|main)\\.ts$' },
  ),
  forbid(
    'services-import-no-http',
    'Services, stores and idempotency work on values: `import deals` calls them without a request. Only http/ and the routes read and answer requests.',
    {
      path: '^server/src/.*(service|store)\\.ts$|^server/src/(idempotency|db)/',
      pathNot: `^server/src/web/|${tests}`,
    },
    { path: '(^|/)node_modules/@?fastify|^server/src/http/' },
  ),
  forbid(
    'stores-import-no-services',
    'A store has only SQL. A rule belongs in the service.',
    { path: '^server/src/.*store\\.ts$|^server/src/db/', pathNot: tests },
    { path: '^server/src/.*service\\.ts$' },
  ),
  forbid(
    'sql-only-in-stores',
    'SQL and drizzle are only in store files and in db/, so that every query is easy to find. import-kinds.ts contains no SQL: it maps the columns of a file to columns of a table.',
    { path: '^server/src/', pathNot: `store\\.ts$|^server/src/db/|/import-kinds\\.ts$|${tests}` },
    {
      path: '(^|/)node_modules/(drizzle-orm|pg|@electric-sql/pglite)/|^server/src/db/schema\\.ts$',
    },
  ),
]

const generalRules = [
  forbid(
    'no-cycles',
    'Modules that import each other in a cycle can only be understood, tested and loaded together.',
    {},
    { circular: true },
  ),
  forbid(
    'no-undeclared-packages',
    'A workspace declares every package that it imports, because another workspace may remove its own. Test runners are declared once, at the root.',
    { path: '^(domain|server|web)/' },
    {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'],
      pathNot: '^domain/src/|(^|/)node_modules/(vitest|fast-check)/',
    },
  ),
  forbid(
    'no-test-packages-in-the-product',
    'A production install has no development packages.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'no-unresolvable-imports',
    'The other rules cannot check an import that does not resolve.',
    {},
    { couldNotResolve: true },
  ),
  forbid(
    'no-barrels',
    'An index file hides where code is and makes the first load larger. Import the file itself.',
    { path: '^(domain|server|web|e2e|faults|bench)/' },
    { path: '/index\\.tsx?$', pathNot: 'node_modules' },
  ),
  forbid(
    'product-imports-no-test-runners',
    'Only tests import test runners. The built product must not contain them.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { path: '(^|/)node_modules/(vitest|fast-check|@vitest|@playwright|vitest-browser-react)/' },
  ),
  forbid(
    'product-imports-no-tests',
    'The product never imports a test or a module of test support.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { path: tests },
  ),
]

module.exports = {
  forbidden: [...packageRules, ...webLayers, ...serverLayers, ...generalRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(server|web)/dist/|^reports/' },
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
