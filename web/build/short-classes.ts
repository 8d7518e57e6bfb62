import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const src = join(import.meta.dirname, '../src')

/**
 * CSS modules, shorter: a class is three letters instead of its file, its name and a hash, and stands as a text where
 * it is used. Otherwise each file of styles comes with a table of names that no minifier looks into, and random letters
 * are what compresses worst.
 */
export function shortClasses(): Plugin[] {
  const files = shortNames()
  const namesOf: NamesOf = (file) => files.get(file) ?? {}
  return [
    {
      name: 'short-classes',
      apply: 'build',
      enforce: 'pre',
      config: () => ({
        css: { modules: { generateScopedName: (name, file) => namesOf(file)[name] ?? name } },
      }),
      transform: {
        filter: { id: /\.tsx?$/, code: IMPORT },
        handler: (code, id) => ({ code: withNames(code, dirname(id), namesOf), map: null }),
      },
    },
    {
      name: 'styles-without-tables',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: () => ({ code: '', map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}

const IMPORT = /\bimport (\w+) from '([^']+\.module\.css)'/

type Names = Readonly<Record<string, string>>
type NamesOf = (file: string) => Names

/** `styles.title` becomes the text of its class, and `styles[size]` a look into a small table. */
function withNames(code: string, folder: string, namesOf: NamesOf): string {
  let named = code
  for (const [line, table, path] of code.matchAll(new RegExp(IMPORT, 'g'))) {
    if (!table || !path) continue
    const names = namesOf(join(folder, path))
    named = named
      .replace(line, `import '${path}'`)
      .replaceAll(new RegExp(`(?<![\\w./])${table}\\.(\\w+)`, 'g'), (use, name: string) => {
        const short = names[name]
        if (!short) throw new Error(`${path} has no class for ${use}`)
        return `'${short}'`
      })
      .replaceAll(
        new RegExp(`(?<![\\w./])${table}(?=\\[)`, 'g'),
        () => `(${JSON.stringify(names)})`,
      )
  }
  return named
}

/** Of each file its classes. The same for the same sources, whichever file the bundler reads first. */
function shortNames(): ReadonlyMap<string, Names> {
  let count = 0
  // No advertisement blocker knows a name with a line before it.
  const nextName = () => `_${(count++).toString(36)}`
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .toSorted()
    .map((file) => join(src, file))
  return new Map(
    files.map((file) => [
      file,
      Object.fromEntries([...classesIn(file)].map((name) => [name, nextName()])),
    ]),
  )
}

function classesIn(file: string): Iterable<string> {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return new Set(
    [...css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  )
}
