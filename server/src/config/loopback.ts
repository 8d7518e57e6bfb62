import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether only this machine can reach a host. A spelling that is no address, such as `0x7f.1` or `127.0.0.999`, is a
 * name that a name server can give any address. @param host a name or an address; an IPv6 address with or without brackets
 */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/u, '$1')
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
