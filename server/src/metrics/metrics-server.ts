import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../errors.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  readonly port: number
  /** Also ends the metrics. */
  close(): Promise<void>
}

/**
 * Answers `GET /metrics` on a port of its own, which no proxy shows to the internet. Throws `OperatorError` for a port that
 * is taken.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(metrics, request, response))
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new OperatorError(`Cannot listen on METRICS_PORT ${port} of ${host} (${code}).`, {
      cause: error,
    })
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      metrics.end()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  metrics: Metrics,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
  try {
    const text = await metrics.read()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}
