import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { api } from '@veni/domain/api'
import { expect, test } from 'vitest'
import { variables } from '../src/config/variables.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const guides = ['README.md', 'ARCHITECTURE.md', 'docs/reliability.md', 'docs/security.md'].map(
  (name) => [name, read(name)] as const,
)
const sourceFile = /\.(?:ts|tsx|mjs|cjs|css|json|md|sql)$/
const generated = new Set(['data', 'node_modules', 'reports'])

/** The texts between single back-ticks. */
const code = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

test('README lists every environment variable with its default and meaning', () => {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    variable.default && `\`${variable.default}\``,
    variable.means,
  ])
  const listed = read('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z0-9_]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(listed).toEqual(rows)
})

test.each(guides)('%s names only npm scripts that are there', (_, text) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/npm (?:run ([a-z0-9:]+)|(start|test)\b)/g)].map(
    ([, script, shorthand]) => script ?? shorthand ?? '',
  )
  expect(named).not.toEqual([])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(guides)('%s names only files and folders that are there', (name, text) => {
  const topLevel = new Set(readdirSync(root).filter((entry) => !generated.has(entry)))
  const isPath = (one: string) =>
    /^[\w.][\w./-]*$/.test(one) &&
    !generated.has(one.split('/')[0] ?? '') &&
    ((one.includes('/') && topLevel.has(one.split('/')[0] ?? '')) || sourceFile.test(one))
  const named = code(text)
    .flatMap((one) => one.split(' '))
    .filter(isPath)
  const linked = [...text.matchAll(/\]\(([^():]+)\)/g)].map(([, path]) => path ?? '')
  expect(named).not.toEqual([])
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  expect(linked).not.toEqual([])
  expect(linked.filter((path) => !existsSync(new URL(path, new URL(name, root))))).toEqual([])
})

test.each(guides)('%s names only calls of the contract', (_, text) => {
  const calls = Object.values(api).map(({ method, path }) => `${method} ${path}`)
  const contract = calls.map((call) => call.replaceAll(/:(\w+)/g, '{$1}'))
  const named = code(text).filter((one) => /^(?:GET|POST|PUT|DELETE) \/api\//.test(one))
  expect(named.filter((call) => !contract.includes(call))).toEqual([])
})

test('every decision record has its number, status, context, decision and consequences', () => {
  const folder = new URL('docs/decisions/', root)
  const names = read('docs/decisions/README.md')
    .split('\n')
    .flatMap((line) => /\((\d{4}-[\w-]+\.md)\)/.exec(line)?.[1] ?? [])
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    expect(text, name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
    const parts = text.match(/^## .+$/gm)
    expect(parts, name).toEqual(['## Status', '## Context', '## Decision', '## Consequences'])
  }
})
