/**
 * The least that answers from PostgreSQL: node:http and a pool of eight connections with prepared statements. It checks
 * nothing: who asks names the runner in the address, and a write is stored as it comes.
 */
import { createServer } from 'node:http'
import { packageOf } from '../../../scripts/process/repository.mjs'

/** @type {{ default: { Pool: new (options: object) => { query(statement: object): Promise<{ rows: unknown[] }> } } }} */
const pg = await packageOf('server', 'pg')

const pool = new pg.default.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

const LIST = `select id, state, district, village_info, member_name, father_or_husband_name, mobile, email, status,
  runner_id, extra, comments, next_followup from customers
  where runner_id = $1 and status not in ('pending', 'delivered', 'rejected') order by id`
const INSERT = `insert into bench_orders (runner_id, customer_id, product_id, product_name, quantity, total_amount, body)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`

/** @param {string} runner */
const list = async (runner) => {
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [runner] })
  return rows
}

/** @param {Record<string, unknown>} order */
const insert = async (order) => {
  const { runner_id, customer_id, product_id, product_name, quantity, total_amount } = order
  const values = [runner_id, customer_id, product_id, product_name, quantity, total_amount, order]
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values })
  return rows[0]
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  /** @type {Buffer[]} */
  const parts = []
  for await (const part of request) parts.push(/** @type {Buffer} */ (part))
  const text = Buffer.concat(parts).toString()
  return /** @type {Record<string, unknown>} */ (JSON.parse(text))
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const { searchParams } = new URL(request.url ?? '', 'http://thin')
  const isRead = request.method === 'GET'
  const found = isRead
    ? await list(searchParams.get('runner') ?? '')
    : await insert(await readBody(request))
  const bytes = Buffer.from(JSON.stringify(found))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`http://127.0.0.1:${port}`)
})
