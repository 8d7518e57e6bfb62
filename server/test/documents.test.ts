import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '../src/config/variables.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = ['README.md', 'ARCHITECTURE.md'].map((name) => [name, read(name)] as const)

/** What stands between single back-ticks. */
const code = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

test('README lists every environment variable with its default and meaning', () => {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    variable.default && `\`${variable.default}\``,
    variable.means,
  ])
  const listed = read('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(listed).toEqual(rows)
})

test.each(documents)('%s names only npm scripts that are there', (_, text) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/npm (?:run ([a-z0-9:]+)|(start|test)\b)/g)].map(
    ([, script, shorthand]) => script ?? shorthand ?? '',
  )
  expect(named).not.toEqual([])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(documents)('%s names only files and folders that are there', (_, text) => {
  const named = code(text).filter((one) =>
    /^(?:domain|server|web|scripts|docs|e2e|\.)[\w./-]*\/[\w./-]+$|^\.[\w.-]+\.cjs$/.test(one),
  )
  expect(named).not.toEqual([])
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('every decision record has its number, its context, its decision and its consequences', () => {
  const folder = new URL('docs/decisions/', root)
  const names = read('docs/decisions/README.md')
    .split('\n')
    .flatMap((line) => /\((\d{4}-[\w-]+\.md)\)/.exec(line)?.[1] ?? [])
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    expect(text, name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
    for (const part of ['**Context.**', '**Decision.**', '**Consequences.**'])
      expect(text, name).toContain(part)
  }
})
