/** Sends hostile requests over connections that stay open, and judges each answer. */
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { errorReplySchema } from '@veni/domain/api/protocol'
import * as v from 'valibot'
import { cookieOf, OWN_NAME, PROBE_CUSTOMERS, SECRET } from './attack-data.ts'
import type { HostileRequest } from './hostile-requests.ts'

/** The sign-in waits 0.3 s on purpose, and many calls run at once. */
const ANSWER_LIMIT_MS = 20_000

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

type Sent = Omit<HostileRequest, 'call' | 'actor'>

/** One connection at a time, open as long as the server keeps it. Rejects for a broken or a late answer. */
export class OneConnection {
  readonly #url: URL
  readonly #pool = { agent: new Agent({ keepAlive: true, maxSockets: 1 }) }

  constructor(address: string) {
    this.#url = new URL(address)
  }

  async send({ method, path, headers, body }: Sent): Promise<Answer> {
    const { hostname: host, port } = this.#url
    const names = headers.filter((_, index) => index % 2 === 0)
    // Without a length Node would send an empty body in chunks.
    const bytes = body?.length ?? (['GET', 'HEAD'].includes(method) ? undefined : 0)
    const length = bytes === undefined ? [] : ['content-length', String(bytes)]
    // Node's client writes a list of headers as it is, with names that are there twice.
    const list = [
      ...(names.includes('host') ? [] : ['host', `localhost:${port}`]),
      ...headers,
      ...length,
    ]
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const sent = httpRequest({
      host,
      port,
      method,
      path,
      headers: list,
      ...this.#pool,
      signal,
    })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of reply) chunks.push(chunk as Buffer)
    return {
      status: reply.statusCode ?? 0,
      headers: reply.headers,
      text: Buffer.concat(chunks).toString(),
    }
  }

  /** Asks for a customer on the same connection. @returns a problem when another answer arrives */
  async probe(number: number): Promise<string | undefined> {
    const id = PROBE_CUSTOMERS[number % PROBE_CUSTOMERS.length]
    const headers = ['cookie', cookieOf('prober')]
    const { status, text } = await this.send({
      method: 'GET',
      path: `/api/customers?id=${id}`,
      headers,
      body: undefined,
    })
    if (status === 200 && text.startsWith(`{"id":${id},`)) return undefined
    return `the next request got ${status} ${text.slice(0, 80)}`
  }

  close(): void {
    this.#pool.agent.destroy()
  }
}

/** What only the inside of a program has. No hostile value looks like it. */
const INSIDES =
  /\n\s+at .+:\d+:\d+|node_modules|\/server\/(?:src|dist)\/|Failed query|drizzle|PGlite|DatabaseError/

/** The problem of an answer; undefined for an answer that a caller may get. */
export function findProblem(actor: HostileRequest['actor'], answer: Answer): string | undefined {
  const { status, headers, text } = answer
  // Also 503: the attack never fills a queue, and the disk has space.
  if (status >= 500) return 'an error of the server'
  if (status === 429 && headers['retry-after'] === undefined) return '429 without Retry-After'
  if (headers['x-content-type-options'] !== 'nosniff' || !headers['content-security-policy'])
    return 'no security headers'
  if (Object.values(SECRET).some((word) => text.includes(word))) return 'data of others'
  const isSignedIn = actor === 'ravi' || actor === 'lakshmi'
  if (!isSignedIn && text.includes(OWN_NAME)) return 'data without a session'
  if (INSIDES.test(text)) return 'insides of the server'
  return findBadRefusal(answer)
}

/** A refusal in JSON has the shape of the contract. */
function findBadRefusal({ status, headers, text }: Answer): string | undefined {
  if (status < 400 || text === '') return undefined
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/plain')) return undefined
  if (!type.startsWith('application/json')) return `a refusal as ${type}`
  return v.is(errorReplySchema, JSON.parse(text)) ? undefined : 'a refusal of another shape'
}

export interface Result {
  readonly status: string
  /** What was wrong, with everything to find the request again. */
  readonly problem: string | undefined
}

/** Sends the requests one after the other on one connection, and asks a usual question after each. */
export async function attackWith(
  address: string,
  requests: readonly HostileRequest[],
): Promise<Result[]> {
  const connection = new OneConnection(address)
  const results: Result[] = []
  for (const [number, request] of requests.entries()) {
    const { call, actor, method, path, headers, body } = request
    const result = await attackOnce(connection, request, number)
    const sent = `${call} by ${actor}: ${method} ${path.slice(0, 200)} ${headers.join(' ').slice(0, 300)} ${String(body).slice(0, 300)}`
    results.push({ ...result, problem: result.problem && `${result.problem} for ${sent}` })
  }
  connection.close()
  return results
}

async function attackOnce(
  connection: OneConnection,
  request: HostileRequest,
  number: number,
): Promise<Result> {
  try {
    const answer = await connection.send(request)
    const problem = findProblem(request.actor, answer) ?? (await connection.probe(number))
    return {
      status: String(answer.status),
      problem: problem && `${problem} (${answer.status} ${answer.text.slice(0, 200)})`,
    }
  } catch (error) {
    return { status: 'none', problem: String(error) }
  }
}
