import { traceHeaders } from './trace.ts'

/** A reply of a service is short; more of it than this is not read. */
const MOST_REPLY_BYTES = 64 * 1024

export type ServiceReply = { readonly status: number; readonly text: string }

type ServiceCall = Pick<RequestInit, 'method' | 'headers' | 'body'> & {
  readonly timeoutMs: number
}

/**
 * Calls a service that the operator has configured. A redirect is an answer like any other and is not followed:
 * otherwise the service, or who has taken over its name, could send the server and its keys to an address that nobody
 * configured. Node checks the certificate. Rejects when no reply comes.
 */
export async function callService(
  url: string | URL,
  { timeoutMs, ...call }: ServiceCall,
): Promise<ServiceReply> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = new Headers({
    ...traceHeaders(),
    ...Object.fromEntries(new Headers(call.headers)),
  })
  const response = await fetch(url, { ...call, headers, redirect: 'manual', signal })
  return { status: response.status, text: await readStart(response) }
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size >= MOST_REPLY_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
