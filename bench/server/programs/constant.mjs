/**
 * Answers every request with the same status, headers and bytes, and does nothing else: the limit of Node's HTTP on this
 * machine. ANSWER_FILE has them.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** @type {{ status: number, headers: Record<string, string>, body: string }} */
const { status, headers, body } = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8'))
const bytes = Buffer.from(body, 'base64')

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`http://127.0.0.1:${port}`)
})
