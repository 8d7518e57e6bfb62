/** Answers to what Fastify has no route and no hook for. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callHeaders } from './call-headers.ts'
import { errorReply } from './error-replies.ts'
import { mayAnswer } from './limit-connections.ts'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  ...callHeaders,
}

const body = JSON.stringify(errorReply('bad-request', 'The request is not readable.'))

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is no HTTP request, or stops in the middle of one, and closes its connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const lines = [
    `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers a request whose URL cannot be decoded. */
export function answerBadUrl({ raw }: Pick<FastifyRequest, 'raw'>, reply: FastifyReply): void {
  if (!mayAnswer(raw, reply.raw)) return void reply.hijack()
  void reply.code(400).headers(headers).send(body)
}

/** Answers a request with an `Expect` header other than `100-continue`. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  if (!mayAnswer(request, response)) return
  response.writeHead(417, headers).end(body)
}
