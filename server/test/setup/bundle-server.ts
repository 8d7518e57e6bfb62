import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { serverRoot } from '../../src/config/folders.ts'

/** Inside the package, where the server finds its own files and packages. */
export const bundledServer = join(serverRoot, '.cache/server-under-test.mjs')

/** One file, as the build makes it: a process under test starts in half the time that its sources take. */
export async function bundleServer(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')) as Manifest
  await build({
    entryPoints: [join(serverRoot, 'src/main.ts')],
    outfile: bundledServer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@veni/')),
    logLevel: 'warning',
  })
}

type Manifest = { dependencies: Record<string, string> }
