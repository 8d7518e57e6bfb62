import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { whenAnswered } from './when-answered.ts'

/** Browsers and proxies wait for the answer of a call before they send the next one on the same connection. */
const MOST_UNANSWERED = 10
/** Each call on its way listens to its connection a few times; Node warns from ten listeners. */
const MOST_LISTENERS = 10 * MOST_UNANSWERED

/**
 * Ends a connection that sends calls ahead, without waiting for answers. Node reads such calls without a limit, and each
 * one would ask the database for its session: 50,000 of them in 3 MB kept another runner waiting for 26 s.
 * Register it before everything else.
 */
export function limitConnections(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const calls = (unanswered.get(socket) ?? 0) + 1
    if (calls > MOST_UNANSWERED) socket.destroy()
    // Nobody waits for this answer, and Node no longer knows the address of the phone.
    if (socket.destroyed) return void reply.hijack()
    if (calls === 1) rememberAddress(socket)
    unanswered.set(socket, calls)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    done()
  })
}

/** Node remembers the address from its first reading, so that a call can be counted when its phone has gone. */
function rememberAddress(socket: Socket): void {
  void socket.remoteAddress
  socket.setMaxListeners(MOST_LISTENERS)
}

/**
 * Closes the file of an answer when its phone goes. An answer that waits for an earlier one of its connection gets no
 * event for that, and its file stayed open until the server ended. Register it before what compresses answers.
 */
export function closeUnsentFiles(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (payload instanceof Readable) whenAnswered(request, reply, () => payload.destroy())
    return payload
  })
}
