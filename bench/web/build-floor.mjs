import { at, packageOf } from '../../scripts/process/repository.mjs'

/** @param {string} folder receives the built floor page */
export async function buildFloor(folder) {
  /** @type {typeof import('vite')} */
  const vite = await packageOf('web', 'vite')
  /** @type {{ default: () => import('vite').Plugin[] }} */
  const react = await packageOf('web', '@vitejs/plugin-react')
  await vite.build({
    root: at('web/floor'),
    configFile: false,
    logLevel: 'error',
    plugins: [react.default()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
    },
  })
}
