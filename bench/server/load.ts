/** The load of the benchmark: wrk, from Debian, with one thread. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Requests that differ only in the values of their senders: `{1}` is the first one, `{uuid}` a new UUID. */
export interface Requests {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** The values of each sender, which take turns. */
  readonly senders: readonly (readonly string[])[]
}

export interface Figures {
  /** Answers in a second. */
  readonly rate: number
  /** In ms. */
  readonly p50: number
  readonly p99: number
}

interface LoadOptions {
  /** Folder for the file of the requests. */
  readonly folder: string
  readonly connections?: number
  readonly seconds?: number
  readonly firstSender?: number
}

interface Printed {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
}

const script = fileURLToPath(new URL('requests.lua', import.meta.url))
let files = 0

/** Sends as many requests as the server answers. Throws when one fails or is refused. */
export async function sendLoad(
  url: string,
  requests: Requests,
  { folder, connections = 32, seconds = 4, firstSender = 0 }: LoadOptions,
): Promise<Figures & { readonly requests: number }> {
  files += 1
  const file = join(folder, `requests-${files}.txt`)
  writeFileSync(file, describe(requests))
  const args = [
    '-t1',
    '--timeout',
    '30s',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    url,
  ]
  const env = { ...process.env, REQUEST_FILE: file, FIRST_SENDER: String(firstSender) }
  const { stdout } = await promisify(execFile)('wrk', args, { env })
  const printed = JSON.parse(
    stdout.split('\n').findLast((line) => line.startsWith('{')) ?? '',
  ) as Printed
  if (printed.failed > 0)
    throw new Error(`${printed.failed} of ${printed.requests} requests failed: ${stdout}`)
  const { p50, p99 } = printed
  return { rate: printed.requests / printed.seconds, p50, p99, requests: printed.requests }
}

const describe = ({ method = 'GET', path, headers = {}, body, senders }: Requests) =>
  [
    method,
    path,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body ? JSON.stringify(body) : '',
    ...senders.map((values) => values.join('\t')),
  ].join('\n')
