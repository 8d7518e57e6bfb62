/** What a user would take instead: `npm run bench:peers` installs them. Each is started as its documentation says. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/process/free-port.mjs'
import { at } from '../../scripts/process/repository.mjs'
import { orderBody } from '../../server/test/fixtures/records.ts'
import { run } from '../../server/test/setup/throw-away-postgres.ts'
import type { Bench } from './bench-postgres.ts'
import { peerCustomers, readers } from './fill.ts'
import type { Requests } from './load.ts'
import { type Program, startProgram } from './process.ts'

export interface Peer {
  readonly name: string
  readonly start: (bench: Bench) => Promise<Program>
  readonly list: Requests
  readonly order: Requests
}

const ids = readers.map(({ id }) => [String(id)])
const order = { ...orderBody(0), customer_id: '{1}' }

const request = (path: string, headers: Readonly<Record<string, string>> = {}) => ({
  path,
  headers,
  senders: ids,
})
const posted = (path: string, headers: Readonly<Record<string, string>> = {}): Requests => ({
  ...request(path, { ...headers, 'content-type': 'application/json' }),
  method: 'POST',
  body: order,
})

/** json-server looks at all of its customers for each list, so it gets only those of 20 runners. */
const JSON_SERVER_RUNNERS = 20

const jsonServer: Peer = {
  name: 'json-server',
  start: async ({ folder }) => {
    const port = await freePort()
    const file = join(folder, 'json-server.json')
    writeFileSync(file, JSON.stringify({ customers: jsonCustomers(), orders: [] }))
    const address = `http://127.0.0.1:${port}`
    const args = ['--quiet', '--host', '127.0.0.1', '--port', String(port), file]
    return startProgram(
      [at('bench/peers/json-server/node_modules/json-server/lib/cli/bin.js'), ...args],
      {
        folder,
        address,
      },
    )
  },
  list: { ...request('/customers?runner_id={1}'), senders: ids.slice(0, JSON_SERVER_RUNNERS) },
  order: posted('/orders'),
}

const jsonCustomers = () =>
  Array.from({ length: JSON_SERVER_RUNNERS * 50 }, (_, index) => ({
    id: index + 1,
    state: 'Andhra Pradesh',
    district: 'Srikakulam',
    village_info: `House ${index}, Main Road, Amadalavalasa`,
    member_name: `Gurram Lakshmi ${index}`,
    father_or_husband_name: `Gurram Venkata Rao ${index}`,
    mobile: `9${String(index).padStart(9, '0')}`,
    email: `lakshmi${index}@example.org`,
    status: 'assigned',
    runner_id: Math.floor(index / 50) + 1,
    extra: 'Third house behind the temple',
    comments: 'Call before ten in the morning',
    next_followup: null,
  }))

const parseHeaders = {
  'x-parse-application-id': 'bench',
  'x-parse-master-key': 'bench-master-key',
}

const parse: Peer = {
  name: 'Parse Server',
  start: async ({ folder, postgres }) => {
    await postgres.createDatabase('parse')
    const [url, port] = [`${postgres.url}/parse`, await freePort()]
    const address = `http://127.0.0.1:${port}`
    const program = await startProgram(
      [fileURLToPath(new URL('programs/parse.mjs', import.meta.url))],
      {
        folder,
        // It writes its logs there.
        cwd: folder,
        env: { DATABASE_URL: url, PORT: String(port) },
        address,
      },
    )
    const [customer] = jsonCustomers()
    const { id: _, next_followup: _none, ...fields } = customer ?? { id: 0, next_followup: null }
    const headers = { ...parseHeaders, 'content-type': 'application/json' }
    const body = JSON.stringify({ ...fields, runner_id: 0 })
    await fetch(`${address}/parse/classes/Customer`, { method: 'POST', headers, body })
    for (const statement of peerCustomers.parse) await run(url, statement)
    return program
  },
  list: request(
    '/parse/classes/Customer?where=%7B%22runner_id%22%3A{1}%7D&limit=100',
    parseHeaders,
  ),
  order: posted('/parse/classes/Order', parseHeaders),
}

const DIRECTUS_TOKEN = 'a-token-of-the-benchmark'
const directusHeaders = { authorization: `Bearer ${DIRECTUS_TOKEN}` }

const directus: Peer = {
  name: 'Directus',
  start: async ({ folder, postgres }) => {
    await postgres.createDatabase('directus')
    const url = `${postgres.url}/directus`
    for (const statement of peerCustomers.directus) await run(url, statement)
    const port = await freePort()
    const cwd = mkdtempSync(join(folder, 'directus-'))
    const env = directusEnvironment(url, port)
    const program = at('bench/peers/directus/node_modules/directus/cli.js')
    await promisify(execFile)(process.execPath, [program, 'bootstrap'], {
      cwd,
      env: { ...process.env, ...env },
    })
    const address = `http://127.0.0.1:${port}`
    return startProgram([program, 'start'], { folder, cwd, env, address })
  },
  list: request('/items/customers?filter%5Brunner_id%5D%5B_eq%5D={1}&limit=100', directusHeaders),
  order: posted('/items/orders', directusHeaders),
}

function directusEnvironment(url: string, port: number): NodeJS.ProcessEnv {
  const database = new URL(url)
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: 'a-secret-of-the-benchmark-with-enough-letters',
    DB_CLIENT: 'pg',
    DB_HOST: database.hostname,
    DB_PORT: database.port,
    DB_USER: database.username,
    DB_PASSWORD: 'any',
    DB_DATABASE: database.pathname.slice(1),
    ADMIN_EMAIL: 'bench@example.org',
    ADMIN_PASSWORD: 'a-password-of-the-benchmark',
    ADMIN_TOKEN: DIRECTUS_TOKEN,
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  }
}

/** Those that are installed. */
export const installedPeers = (): Peer[] =>
  [jsonServer, parse, directus].filter((_, index) =>
    existsSync(
      at('bench/peers', ['json-server', 'parse', 'directus'][index] ?? '', 'node_modules'),
    ),
  )
