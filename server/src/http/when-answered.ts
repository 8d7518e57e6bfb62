import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Calls `act` once: after the answer, or when the phone has gone. An answer that waits for an earlier one of its
 * connection has no event of its own when the phone goes, so the connection counts, too.
 */
export function whenAnswered(request: FastifyRequest, reply: FastifyReply, act: () => void): void {
  const { socket } = request.raw
  if (hasLeft(request, reply)) return act()
  const once = () => {
    reply.raw.off('close', once)
    socket.off('close', once)
    act()
  }
  reply.raw.once('close', once)
  socket.once('close', once)
}

/** Whether the phone has gone, and no event will say so any more. */
export function hasLeft(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.raw.socket.destroyed || reply.raw.closed
}
