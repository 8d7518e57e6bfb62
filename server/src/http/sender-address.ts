import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** Of who has no address that can be read. All of them share the limits of one address. */
const UNKNOWN = 'unknown'

/**
 * The address of who sent a request, for everything that counts or logs addresses. Some proxies add the port to the
 * address that they saw, and what stands there may be no address at all: then the address of the connection counts.
 * Otherwise each port and each text would have limits of its own.
 */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  toAddress(ip) ?? toAddress(socket.remoteAddress) ?? UNKNOWN

/**
 * The address in its usual spelling, without port and zone. IPv4 that is written as IPv6 becomes IPv4.
 * @returns undefined for what is no address
 */
export function toAddress(text = ''): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/u.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d*$/u.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/u, '')
  return isIP(address) === 0 ? undefined : normalizeIP(address, ALL_BITS)
}

const ALL_BITS = 128
