import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ensureInstalled } from './environment/install.mjs'
import { freePort } from './process/free-port.mjs'
import { main } from './process/refusal.mjs'
import { at, fileOf, packageOf } from './process/repository.mjs'

await main(async () => {
  await ensureInstalled()
  const apiPort = await freePort()
  const api = startApi(apiPort)
  const app = await startApp(apiPort)
  const stop = async () => {
    await Promise.all([app.close(), ended(api)])
    process.exit()
  }
  // Ctrl-C reaches the server's process directly. A SIGTERM reaches only this process, which must pass it on.
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => {
    api.kill('SIGTERM')
    void stop()
  })
  api.once('exit', () => void stop())
  app.printUrls()
})

/** @param {number} port */
function startApi(port) {
  /** @type {import('node:child_process').SpawnOptions} */
  const options = {
    cwd: at(),
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  }
  const args = [fileOf('server', 'tsx/cli'), 'watch', '--clear-screen=false', 'server/src/main.ts']
  return spawn(process.execPath, args, options)
}

/** @param {number} apiPort */
async function startApp(apiPort) {
  process.env.API_ORIGIN = `http://127.0.0.1:${apiPort}`
  /** @type {typeof import('vite')} */
  const vite = await packageOf('web', 'vite')
  const port = Number(process.env.PORT ?? 3000)
  const server = await vite.createServer({ root: at('web'), server: { port } })
  return server.listen()
}

/** @param {import('node:child_process').ChildProcess} child */
async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
