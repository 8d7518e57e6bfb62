import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { at, packageOf } from '../process/repository.mjs'

/** @type {{ dependencies: Record<string, string> }} */
const manifest = JSON.parse(readFileSync(at('server/package.json'), 'utf8'))

/** @type {typeof import('esbuild')} */
const esbuild = await packageOf('server', 'esbuild')

removeOldModules(at('server/dist'))
const build = esbuild.build({
  entryPoints: {
    main: at('server/src/main.ts'),
    ops: at('server/src/ops/main.ts'),
    'decode-photos': at('server/src/photos/decode-photos.ts'),
    // A thread needs a file of its own, beside the file that starts it.
    'database-worker': at('server/src/db/embedded/thread/database-worker.ts'),
    'build-template': at('server/src/db/embedded/build-template.ts'),
  },
  outdir: at('server/dist'),
  absWorkingDir: at('server'),
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Published packages stay in node_modules. Our own domain is TypeScript source and becomes part of the bundle.
  external: Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@veni/')),
  logLevel: 'warning',
})

// esbuild has already printed the problem and its line. Its stack adds nothing.
await build.catch(() => (process.exitCode = 1))

/**
 * Removes the old modules: shared chunks have a hash in their name, so old ones would stay. It does not remove the
 * database template.
 * @param {string} folder
 */
function removeOldModules(folder) {
  mkdirSync(folder, { recursive: true })
  const modules = readdirSync(folder).filter((name) => /\.js(\.map)?$/.test(name))
  for (const name of modules) rmSync(`${folder}/${name}`)
}
