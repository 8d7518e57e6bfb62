/**
 * Who may import whom. Each rule says in its comment what it keeps and why; ARCHITECTURE.md draws the picture.
 * Types count as imports: a type that crosses a border couples both sides just as well.
 */

/** Tests may reach for test libraries, and for the neighbours they put together. */
const tests = '\\.(test|spec)\\.tsx?$|/test/'

/** @type {(names: string[]) => string} */
const webFolders = (...names) => `^web/src/(${names.join('|')})/`

/** @type {(name: string, comment: string, from: object, to: object) => object} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const borders = [
  forbid(
    'domain-stands-alone',
    'domain is pure: it imports itself and valibot, so that it means the same in browser, server and test.',
    { path: '^domain/src/', pathNot: tests },
    { pathNot: '^domain/src/|(^|/)node_modules/valibot/' },
  ),
  forbid(
    'domain-has-no-node',
    'domain does no input or output: a node built-in would break it in the browser.',
    { path: '^domain/src/' },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'web-never-imports-server',
    'The app knows the server only through the contract in domain/src/api.ts.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  forbid(
    'server-never-imports-web',
    'The server knows the app only as a folder of built files.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  forbid(
    'e2e-sees-only-the-outside',
    'Journeys drive the built app and the running server; of the sources they may use domain alone. The states, looked at in either language, are found by the messages in the catalogue.',
    { path: '^e2e/' },
    { path: '^(web|server)/', pathNot: '^web/src/i18n/(en|te)(\\.ts|/)' },
  ),
  forbid(
    'nothing-imports-the-workbench',
    'Journeys, fault simulation, benchmarks and scripts use the packages, never the other way round.',
    { path: '^(domain|server|web)/' },
    { path: '^(e2e|faults|bench|scripts)/' },
  ),
]

const webLayers = [
  forbid(
    'features-stay-apart',
    'A feature never imports another: what several need lives below them, in state, outbox, api or components.',
    { path: '^web/src/features/([^/]+)/' },
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
  forbid(
    'only-routes-load-screens',
    'A screen arranges features for one address; only the route table in routes.tsx knows it.',
    { path: '^web/', pathNot: `^web/src/routes\\.tsx$|^web/src/screens/.*(${tests})` },
    { path: '^web/src/screens/', pathNot: '\\.css$' },
  ),
  forbid(
    'nothing-imports-the-start',
    'main.tsx and routes.tsx are the top of the app: what below needs of an address is in paths.ts.',
    { path: '^web/src/', pathNot: `^web/src/(main|app|routes)\\.tsx$|${tests}` },
    { path: '^web/src/(main|routes)\\.tsx$' },
  ),
  forbid(
    'features-are-above-the-shared-layers',
    'state, outbox, api, components, ui, lib and i18n carry the features and know nothing of them.',
    { path: webFolders('state', 'outbox', 'api', 'components', 'ui', 'lib', 'i18n') },
    { path: webFolders('features', 'screens') },
  ),
  forbid(
    'data-layers-show-nothing',
    'state, outbox and api hold and send data; they draw nothing, so they import no component.',
    { path: webFolders('state', 'outbox', 'api'), pathNot: tests },
    { path: webFolders('components', 'ui') },
  ),
  forbid(
    'ui-and-lib-are-generic',
    'ui and lib could serve any app: they know no router, no server data, no domain and no layer above them.',
    { path: webFolders('ui', 'lib'), pathNot: tests },
    {
      path: `^domain/|(^|/)node_modules/wouter/|${webFolders('state', 'outbox', 'api', 'components', 'features', 'screens', 'i18n')}`,
    },
  ),
  forbid(
    'lib-is-below-ui',
    'lib is plain functions and hooks: it draws nothing.',
    { path: webFolders('lib'), pathNot: tests },
    { path: webFolders('ui') },
  ),
  forbid(
    'messages-stand-alone',
    'i18n is the catalogue of sentences: every layer may read it, so it may not read their state.',
    { path: webFolders('i18n'), pathNot: tests },
    { path: webFolders('state', 'outbox', 'api', 'components', 'ui') },
  ),
]

const serverLayers = [
  forbid(
    'stores-are-private',
    "A feature's store.ts is its own: another feature asks its service.ts, which keeps the rules.",
    { path: '^server/src/([^/]+)/', pathNot: tests },
    { path: '^server/src/.+/[^/]*store\\.ts$', pathNot: '^server/src/$1/' },
  ),
  forbid(
    'routes-use-no-database',
    'routes -> service -> store -> db: a route guards, parses, calls and presents; it asks no database.',
    { path: '^server/src/.*routes\\.ts$' },
    { path: '^server/src/db/(schema|postgres|embedded)[^/]*\\.ts$' },
  ),
  forbid(
    'lower-never-calls-up',
    'routes -> service -> store -> db: what is below never imports what is above it.',
    { path: '^server/src/.*(service|store)\\.ts$|^server/src/db/', pathNot: tests },
    { path: '^server/src/.*routes\\.ts$|^server/src/(app|main)\\.ts$' },
  ),
  forbid(
    'services-know-no-http',
    'Services, stores and idempotency work on values: `import deals` calls them without a request. Reading and answering a request is the work of http/ and of the routes.',
    {
      path: '^server/src/.*(service|store)\\.ts$|^server/src/(idempotency|db)/',
      pathNot: `^server/src/web/|${tests}`,
    },
    { path: '(^|/)node_modules/@?fastify|^server/src/http/' },
  ),
  forbid(
    'stores-know-no-service',
    'A store is only SQL: a rule that needs a service belongs into the service.',
    { path: '^server/src/.*store\\.ts$|^server/src/db/', pathNot: tests },
    { path: '^server/src/.*service\\.ts$' },
  ),
  forbid(
    'sql-only-in-stores',
    'SQL, and drizzle that writes it, is in store files and db/ alone: that is where one looks for a query. import-kinds.ts contains no SQL: it maps the columns of a file to columns of a table.',
    { path: '^server/src/', pathNot: `store\\.ts$|^server/src/db/|/import-kinds\\.ts$|${tests}` },
    {
      path: '(^|/)node_modules/(drizzle-orm|pg|@electric-sql/pglite)/|^server/src/db/schema\\.ts$',
    },
  ),
]

const hygiene = [
  forbid(
    'no-cycles',
    'Modules in a circle can only be understood, tested and loaded together.',
    {},
    { circular: true },
  ),
  forbid(
    'no-undeclared-packages',
    "A package is declared by the workspace that imports it: a neighbour's may vanish with the neighbour. Test runners are declared once, at the root.",
    { path: '^(domain|server|web)/' },
    {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'],
      pathNot: '^domain/src/|(^|/)node_modules/(vitest|fast-check)/',
    },
  ),
  forbid(
    'no-test-packages-in-the-product',
    'What only development needs is not there in a production install.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'no-unresolvable-imports',
    'An import that leads nowhere hides from every other rule.',
    {},
    { couldNotResolve: true },
  ),
  forbid(
    'no-barrels',
    'An index file hides where things are and drags everything into the first load: import the file itself.',
    { path: '^(domain|server|web|e2e|faults|bench)/' },
    { path: '/index\\.tsx?$', pathNot: 'node_modules' },
  ),
  forbid(
    'product-imports-no-test-runners',
    'Test runners are for tests: nothing of them belongs into what is built.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { path: '(^|/)node_modules/(vitest|fast-check|@vitest|@playwright|vitest-browser-react)/' },
  ),
  forbid(
    'product-imports-no-tests',
    'Code of the product never leans on a test or on what supports one.',
    { path: '^(domain|server|web)/src/', pathNot: tests },
    { path: tests },
  ),
]

module.exports = {
  forbidden: [...borders, ...webLayers, ...serverLayers, ...hygiene],
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
