import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { whenAnswered } from './when-answered.ts'

/** Browsers and proxies do not pipeline: they wait for an answer before the next call on the same connection. */
const MOST_UNANSWERED = 10
/** Each call on its way listens to its connection a few times; Node warns from ten listeners. */
const MOST_LISTENERS = 10 * MOST_UNANSWERED

/**
 * Ends a connection that pipelines many calls. Node reads pipelined calls without a limit, and each one asks the
 * database for its session: 50,000 of them in 3 MB kept another runner waiting for 26 s. Call this before all other
 * hooks are added.
 */
export function limitConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayAnswer(request.raw, reply.raw)) return void reply.hijack()
    done()
  })
}

const unanswered = new WeakMap<Socket, number>()

/**
 * Counts a call of its connection until it is answered. What answers before any hook of Fastify runs must ask as well.
 * @returns false when the connection has ended or has too many calls: nobody would read the answer
 */
export function mayAnswer({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const calls = (unanswered.get(socket) ?? 0) + 1
  if (calls > MOST_UNANSWERED) socket.destroy()
  if (socket.destroyed) return false
  if (calls === 1) rememberAddress(socket)
  unanswered.set(socket, calls)
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  return true
}

/** Node remembers the address from its first reading, so that a call can be counted when its phone has gone. */
function rememberAddress(socket: Socket): void {
  void socket.remoteAddress
  socket.setMaxListeners(MOST_LISTENERS)
}

/**
 * Closes the file of an answer when its phone goes. An answer that waits for an earlier one of its connection gets no
 * event for that, and its file stayed open until the server ended. Call this before compression is registered.
 */
export function closeUnsentFiles(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) whenAnswered(request, reply, () => payload.destroy())
    done(null, payload)
  })
}
