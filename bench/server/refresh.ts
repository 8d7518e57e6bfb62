import http, { type RequestOptions } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

interface Refreshes {
  /** From the time at which each call was due until its answer, in ms. */
  readonly times: number[]
  /** In the order of the senders. */
  readonly tags: string[]
}

/** So that a slow answer delays no other call. */
const MOST_CONNECTIONS = 500
const STEP_MS = 20

/** Each sender asks once in these seconds, one after the other, whether the server is fast or not. */
export async function refreshInTurn(
  url: string,
  cookies: readonly string[],
  { seconds, tags = [] }: { readonly seconds: number; readonly tags?: readonly string[] },
): Promise<Refreshes> {
  http.globalAgent.maxSockets = MOST_CONNECTIONS
  const begun = performance.now()
  const asked: Promise<{ tag: string; took: number }>[] = []
  while (asked.length < cookies.length) {
    const due = ((performance.now() - begun) / (seconds * 1_000)) * cookies.length
    for (let at = asked.length; at < Math.min(due, cookies.length); at += 1) {
      const dueAt = begun + (at / cookies.length) * seconds * 1_000
      const headers = {
        cookie: cookies[at],
        'if-none-match': tags[at] ?? '',
        'accept-encoding': 'br',
      }
      asked.push(refresh(`${url}/api/customers`, { headers }, dueAt))
    }
    await wait(STEP_MS)
  }
  const answers = await Promise.all(asked)
  return { times: answers.map(({ took }) => took), tags: answers.map(({ tag }) => tag) }
}

const refresh = (
  url: string,
  options: RequestOptions,
  dueAt: number,
): Promise<{ tag: string; took: number }> =>
  new Promise((resolve, reject) => {
    const sent = http.request(url, options, (reply) => {
      reply.resume()
      reply.on('end', () => {
        if (![200, 304].includes(reply.statusCode ?? 0))
          reject(new Error(`A refresh was answered ${reply.statusCode}.`))
        resolve({ tag: reply.headers.etag ?? '', took: performance.now() - dueAt })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
