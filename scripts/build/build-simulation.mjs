import { at, packageOf } from '../process/repository.mjs'

/** @type {typeof import('esbuild')} */
const esbuild = await packageOf('server', 'esbuild')

/**
 * Bundles a program of `faults/` with the app and the server, so that it starts without a test runner.
 * @param {string} source inside the repository
 * @returns {Promise<string>} the file of the bundle
 */
export async function buildSimulation(source) {
  // The server looks for its migrations in the folders above its code.
  const outfile = at('server/.cache/simulation.mjs')
  await esbuild.build({
    entryPoints: [at(source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [{ name: 'packages stay in node_modules', setup: leavePackages }],
  })
  return outfile
}

/** @param {import('esbuild').PluginBuild} build */
function leavePackages(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@veni/') ? undefined : { path, external: true },
  )
}
