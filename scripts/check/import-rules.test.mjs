import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../process/repository.mjs'
import { runTool } from '../process/run.mjs'

/**
 * For each rule, files that break it, each with its import.
 * @type {Record<string, [file: string, imports: string, kind?: 'import type'][]>}
 */
const violations = {
  'domain-imports-only-valibot': [['domain/src/draws.ts', 'react']],
  'domain-imports-no-node': [['domain/src/reads.ts', 'node:fs']],
  'web-never-imports-server': [
    ['web/src/api/peeks.ts', '../../../server/src/config/config.ts'],
    ['web/src/api/peeks-at-type.ts', '../../../server/src/config/config.ts', 'import type'],
  ],
  'server-never-imports-web': [
    ['server/src/pages.ts', '../../web/src/paths.ts'],
    ['server/src/pages-type.ts', '../../web/src/paths.ts', 'import type'],
  ],
  'e2e-imports-only-domain': [['e2e/inside.spec.ts', '../server/src/config/config.ts']],
  'packages-import-no-tools': [['server/src/test-support.ts', '../../e2e/support.ts']],
  'lines-end-at-line-feeds': [
    ['server/src/splits.ts', 'node:readline'],
    ['server/src/asks.ts', 'node:readline/promises'],
  ],
  'no-cross-feature-imports': [
    ['web/src/features/cart/pays.ts', '../payment/total.ts'],
    ['web/src/features/cart/pays-type.ts', '../payment/total.ts', 'import type'],
  ],
  'only-routes-import-screens': [['web/src/features/cart/leaps.ts', '../../screens/products.ts']],
  'nothing-imports-the-entry-points': [['web/src/screens/navigates.ts', '../routes.tsx']],
  'shared-layers-import-no-features': [
    ['web/src/state/upward.ts', '../features/payment/total.ts'],
    ['web/src/storage/upward.ts', '../features/payment/total.ts'],
    ['web/src/outbox/upward.ts', '../features/payment/total.ts'],
    ['web/src/api/upward.ts', '../features/payment/total.ts'],
    ['web/src/components/upward.ts', '../features/payment/total.ts'],
    ['web/src/ui/upward.ts', '../features/payment/total.ts'],
    ['web/src/lib/upward.ts', '../features/payment/total.ts'],
    ['web/src/i18n/upward.ts', '../features/payment/total.ts'],
  ],
  'data-layers-import-no-components': [
    ['web/src/outbox/toasts.ts', '../ui/button.ts'],
    ['web/src/storage/toasts.ts', '../ui/button.ts'],
  ],
  'storage-imports-only-lib-and-domain': [
    ['web/src/storage/signed-in.ts', '../state/session.ts'],
    ['web/src/storage/collections/sends.ts', '../../outbox/entry.ts'],
    ['web/src/storage/address-type.ts', '../paths.ts', 'import type'],
  ],
  'ui-and-lib-are-generic': [
    ['web/src/ui/link.ts', 'wouter'],
    ['web/src/lib/rupees.ts', '@veni/domain/money'],
    ['web/src/ui/rupees-type.ts', '@veni/domain/money', 'import type'],
    ['web/src/ui/message.ts', '../i18n/sentences.ts'],
  ],
  'lib-imports-no-ui': [['web/src/lib/shows.ts', '../ui/button.ts']],
  'messages-import-no-layer': [['web/src/i18n/signed-in.ts', '../state/session.ts']],
  'stores-are-private': [
    ['server/src/orders/service.ts', '../customers/store.ts'],
    ['server/src/orders/borrows-type.ts', '../customers/store.ts', 'import type'],
  ],
  'routes-use-no-database': [['server/src/orders/routes.ts', '../db/schema.ts']],
  'lower-layers-import-no-routes': [['server/src/photos/service.ts', './routes.ts']],
  'services-import-no-http': [
    ['server/src/idempotency/answer.ts', '../http/endpoint.ts'],
    ['server/src/idempotency/request-type.ts', 'fastify', 'import type'],
    ['server/src/products/service.ts', '../http/endpoint.ts'],
  ],
  'stores-import-no-services': [['server/src/photos/store.ts', './service.ts']],
  'sql-only-in-stores': [
    ['server/src/orders/queries.ts', 'drizzle-orm'],
    ['server/src/orders/embedded.ts', '@electric-sql/pglite'],
    ['server/src/orders/rows-type.ts', '../db/schema.ts', 'import type'],
  ],
  'no-cycles': [['server/src/egg.ts', './hen.ts']],
  'no-undeclared-packages': [['web/src/lib/serves.ts', 'fastify']],
  'no-test-packages-in-the-product': [['server/src/compiles.ts', 'esbuild']],
  'product-imports-no-test-runners': [['domain/src/asserts.ts', 'vitest']],
  'no-unresolvable-imports': [['web/src/lib/lost.ts', './nowhere.ts']],
  'no-barrels': [['web/src/screens/barrel.ts', '../ui/index.ts']],
  'product-imports-no-tests': [['web/src/lib/leans.ts', './slow.test.ts']],
}

/**
 * Imports that the rules allow. None of them may be reported.
 * @type {[file: string, imports: string][]}
 */
const allowed = [
  ['domain/src/money.ts', 'valibot'],
  ['domain/src/cart.ts', './money.ts'],
  ['domain/src/cart.test.ts', 'vitest'],
  ['web/src/main.tsx', './routes.tsx'],
  ['web/src/routes.tsx', './screens/products.ts'],
  ['web/src/screens/products.ts', '../features/payment/total.ts'],
  ['web/src/features/payment/total.ts', '../../state/session.ts'],
  ['web/src/features/payment/form.ts', './total.ts'],
  ['web/src/features/payment/sentence.ts', '../../i18n/sentences.ts'],
  ['web/src/state/session.ts', '@veni/domain/money'],
  ['web/src/storage/restore.ts', '../lib/report.ts'],
  ['web/src/storage/collections/deals.ts', '@veni/domain/money'],
  ['web/src/components/frame.ts', '../ui/button.ts'],
  ['web/src/ui/button.ts', 'react'],
  ['web/src/lib/slow.test.ts', '../state/session.ts'],
  ['server/src/customers/routes.ts', './service.ts'],
  ['server/src/customers/service.ts', './store.ts'],
  ['server/src/customers/store.ts', '../db/schema.ts'],
  ['server/src/ops/import/records/staging-store.ts', 'drizzle-orm'],
  ['server/src/payments/service.ts', '../customers/service.ts'],
  ['server/src/config/config.ts', 'node:fs'],
  ['server/src/contract.ts', '@veni/domain/money'],
  ['e2e/journey.spec.ts', '@veni/domain/money'],
]

/** More files that the files above import. */
const importedFiles = {
  'server/src/hen.ts': "import './egg.ts'\n",
  'server/src/photos/routes.ts': '',
  'server/src/http/endpoint.ts': '',
  'server/src/db/schema.ts': '',
  'web/src/paths.ts': '',
  'web/src/lib/report.ts': '',
  'web/src/outbox/entry.ts': '',
  'web/src/i18n/sentences.ts': '',
  'web/src/ui/index.ts': '',
  'e2e/support.ts': '',
}

const require = createRequire(import.meta.url)
/** @type {{ forbidden: { name: string, comment: string }[] }} */
const config = require(at('.dependency-cruiser.cjs'))

/** @type {{ rule: { name: string }, from: string }[]} */
let reported = []
let project = ''

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'veni-import-rules-'))
  writeProject()
  const folders = ['domain', 'server', 'web', 'e2e']
  const args = ['--config', at('.dependency-cruiser.cjs'), '--output-type', 'json', ...folders]
  const options = { bin: 'depcruise', cwd: project, quiet: true }
  const { output } = await runTool('dependency-cruiser', args, options)
  reported = JSON.parse(output.slice(output.indexOf('{'))).summary.violations
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('each import rule', () => {
  test('has at least one violation in this test', () => {
    expect(Object.keys(violations).sort()).toEqual(config.forbidden.map(({ name }) => name).sort())
  })

  test('has a sentence as its reason', () => {
    for (const { comment } of config.forbidden) expect(comment).toMatch(/^\w.+\.$/)
  })

  test.each(Object.entries(violations))('%s reports its violations', (rule, planted) => {
    const files = reported.filter((violation) => violation.rule.name === rule)
    expect(files.map(({ from }) => from)).toEqual(
      expect.arrayContaining(planted.map(([file]) => file)),
    )
  })
})

test.each(allowed)('%s may import %s', (file) => {
  expect(reported.filter(({ from }) => from === file).map(({ rule }) => rule.name)).toEqual([])
})

/** Writes a small project with the packages of this repository. */
function writeProject() {
  for (const name of ['domain', 'server', 'web']) {
    const manifest = require(at(name, 'package.json'))
    write(`${name}/package.json`, JSON.stringify(manifest))
  }
  write('package.json', '{ "type": "module", "dependencies": { "@veni/domain": "*" } }')
  link('node_modules/@veni/domain', join(project, 'domain'))
  const packages = ['valibot', 'react', 'wouter', 'fastify', 'esbuild']
  for (const name of [...packages, 'drizzle-orm', '@electric-sql/pglite', 'vitest']) {
    link(`node_modules/${name}`, at('node_modules', name))
  }
  for (const [file, content] of Object.entries(importedFiles)) write(file, content)
  for (const [file, imports, kind = 'import'] of [
    ...Object.values(violations).flat(),
    ...allowed,
  ]) {
    write(file, `${kind} ${kind === 'import' ? '' : '{ Thing } from '}'${imports}'\n`)
  }
}

/** @type {(file: string, content: string) => void} */
function write(file, content) {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), content)
}

/** @type {(name: string, target: string) => void} */
function link(name, target) {
  mkdirSync(dirname(join(project, name)), { recursive: true })
  symlinkSync(target, join(project, name))
}
