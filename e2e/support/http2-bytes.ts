import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, createServer, type OutgoingHttpHeaders } from 'node:http2'
import { type AddressInfo, connect as connectSocket } from 'node:net'

interface Message {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** HTTP/2 has none of these. */
const ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host'])

const withoutConnection = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ONE_CONNECTION.has(name)))

/**
 * What a call costs in HTTP/2, as a phone makes it through a proxy with https: the headers of earlier calls on the same
 * connection are not sent again (HPACK, by the library that browsers and proxies also use). Without the 22 bytes of TLS
 * for each record, of which each direction has one or two.
 * @param newKey of the second call, the one that is counted: another deal has another key
 */
export async function measureHttp2(
  path: string,
  call: { readonly sent: Message; readonly received: Message },
  newKey: string,
): Promise<{ readonly sent: number; readonly received: number }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, withoutConnection(call.received.headers))
      response.end(call.received.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connectSocket(port, '127.0.0.1')
  const session = connect(`http://127.0.0.1:${port}`, { createConnection: () => socket })
  const send = async (headers: OutgoingHttpHeaders) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
    stream.end(call.sent.body)
    stream.resume()
    await once(stream, 'close')
  }
  const headers = withoutConnection(call.sent.headers)
  await send(headers)
  // A frame of the connection, such as the acknowledgement of its settings, may still be on its way.
  await new Promise((resolve) => session.ping(resolve))
  const before = { sent: socket.bytesWritten, received: socket.bytesRead }
  await send({ ...headers, 'idempotency-key': newKey })
  const sent = socket.bytesWritten - before.sent
  const received = socket.bytesRead - before.received
  session.destroy()
  server.close()
  await once(server, 'close')
  return { sent, received }
}
