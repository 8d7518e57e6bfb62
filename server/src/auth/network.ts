import { isIPv4 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** What a provider gives one customer, who can use each of its 65,536 networks of 64 bits. */
const IPV6_BITS = 48

/**
 * The network of an address that one person can have as a whole: of IPv6 48 bits, of IPv4 24 bits. The limits of the
 * sign-in give a network a part of what everybody has.
 */
export function networkOf(address: string): string {
  const network = normalizeIP(address, IPV6_BITS)
  return isIPv4(network) ? network.replace(/\d+$/, '0') : network
}
