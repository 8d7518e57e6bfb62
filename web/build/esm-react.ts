import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const react = dirname(resolve('react'))
const reactDom = dirname(resolve('react-dom'))
/** Only React's own packages see it. */
const scheduler = dirname(createRequire(resolve('react-dom')).resolve('scheduler'))

/** What each name stands for in a production build. */
const files = new Map([
  ['react', join(react, 'cjs/react.production.js')],
  ['react/jsx-runtime', join(react, 'cjs/react-jsx-runtime.production.js')],
  ['react-dom', join(reactDom, 'cjs/react-dom.production.js')],
  ['react-dom/client', join(reactDom, 'cjs/react-dom-client.production.js')],
  ['scheduler', join(scheduler, 'cjs/scheduler.production.js')],
])
const ours = new Set(files.values())

/**
 * React comes as CommonJS. A bundler puts each such file into a function that a phone reads twice, calls it as
 * `(0, a.jsx)(…)` a thousand times over, and leaves nothing out. Its production files are plain enough to be modules:
 * a few `require` at the top, and `exports.name = …` for each part.
 */
export function esmReact(): Plugin {
  return {
    name: 'esm-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(react|scheduler)/ },
      handler: (id) => files.get(id),
    },
    transform: {
      filter: { id: /\.production\.js$/ },
      handler: (code, id) => (ours.has(id) ? { code: asModule(code, id), map: null } : undefined),
    },
  }
}

const REQUIRES = /^var ((?:\s*\w+ = require\("[^"]+"\),?)+);$/m
const EXPORT = /\bexports\.(\w+)/g

/** Line by line the same, so that its positions stay true. */
function asModule(code: string, id: string): string {
  const [, requires = ''] = REQUIRES.exec(code) ?? []
  const imports = [...requires.matchAll(/(\w+) = require\("([^"]+)"\)/g)].map(
    ([, name, from]) => `import * as ${name} from '${from}'`,
  )
  const names = [...new Set([...code.matchAll(EXPORT)].map(([, name]) => name))]
  const body = code
    .replace(REQUIRES, (text) => text.replaceAll(/[^\n]/g, ''))
    .replaceAll(EXPORT, '$$$1')
  const isPlain = names.length > 0 && !/(^|[^\w$])\$\w/.test(code)
  if (!isPlain || /\b(require\(|exports\b)/.test(body))
    throw new Error(`${id} is no longer written as web/build/esm-react.ts expects it`)
  return [
    body,
    ...imports,
    `var ${names.map((name) => `$${name}`).join(', ')}`,
    `export { ${names.map((name) => `$${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}
