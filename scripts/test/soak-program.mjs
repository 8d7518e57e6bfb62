import { appCopies } from '../../faults/app-copies.mjs'
import { at, packageOf } from '../process/repository.mjs'

/** @type {typeof import('vite')} */
const { createServer } = await packageOf('web', 'vite')

// A program: loads the shifts as the test runner does, but without one.
const loader = await createServer({
  configFile: false,
  root: at('.'),
  appType: 'custom',
  logLevel: 'warn',
  plugins: [appCopies],
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
await loader.ssrLoadModule('/faults/run-pieces.ts')
