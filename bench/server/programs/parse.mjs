/** Parse Server on PostgreSQL, as its documentation starts it. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from '../../../scripts/process/repository.mjs'

const installed = createRequire(at('bench/peers/parse/package.json'))

/** @type {(name: string) => Promise<unknown>} */
const load = (name) => import(pathToFileURL(installed.resolve(name)).href)

const { ParseServer } =
  /** @type {{ ParseServer: new (options: object) => { start(): Promise<void>, app: unknown } }} */ (
    await load('parse-server')
  )
const express =
  /** @type {{ default: () => { use(path: string, app: unknown): void, listen(port: number, host: string): void } }} */ (
    await load('express')
  )

const port = Number(process.env.PORT)
const server = new ParseServer({
  databaseURI: process.env.DATABASE_URL,
  appId: 'bench',
  masterKey: 'bench-master-key',
  serverURL: `http://127.0.0.1:${port}/parse`,
  masterKeyIps: ['127.0.0.1'],
  logLevel: 'error',
  silent: true,
})
await server.start()
const app = express.default()
app.use('/parse', server.app)
app.listen(port, '127.0.0.1')
