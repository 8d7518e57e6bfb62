import type { Plugin } from 'vite'

const RUNTIME = /rolldown-runtime-[^/"]*\.js$/
/** The chunk that all others import. */
const FIRST = /\/first-[^/"]*\.js$/

/** How the bundler ends its file, and begins those that use it. */
const EXPORT = /export \{ __exportAll as t \};\s*$/
const IMPORT = /^import \{ t as __exportAll \} from ".*";$/m

/** The same helper: the parts of a chunk that `import()` asks for one of. There before anything in its file has run. */
const HELPER = [
  'export function $exportAll(parts) {',
  '  const module = {};',
  '  for (const name in parts) Object.defineProperty(module, name, { get: parts[name], enumerable: true });',
  "  return Object.defineProperty(module, Symbol.toStringTag, { value: 'Module' });",
  '}',
].join(' ')

/**
 * The bundler keeps the one helper that these scripts need in a file of its own, and takes it into no other: 163 bytes
 * that cost a phone a request before its first screen. Here it stands in the chunk that is fetched anyway.
 */
export function noRuntimeFile(): Plugin {
  return {
    name: 'no-runtime-file',
    apply: 'build',
    // Line by line, so that the maps stay true.
    renderChunk(code, { fileName, imports }) {
      if (RUNTIME.test(fileName) && !EXPORT.test(code))
        throw new Error('The bundler has other helpers now: see no-runtime-file.ts')
      if (FIRST.test(fileName)) return { code: `${code}\n${HELPER}`, map: null }
      const first = imports.find((file) => FIRST.test(file))
      if (!first || !imports.some((file) => RUNTIME.test(file))) return null
      const line = `import { $exportAll as __exportAll } from "./${first.split('/').at(-1)}";`
      return { code: code.replace(IMPORT, () => line), map: null }
    },
    generateBundle(_, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (RUNTIME.test(file)) Reflect.deleteProperty(bundle, file)
        else if (chunk.type === 'chunk' && chunk.code.includes('rolldown-runtime-'))
          throw new Error(`${file} still asks for the bundler's helpers`)
      }
    },
  }
}
