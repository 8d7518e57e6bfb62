/** @param host a name or an address; an IPv6 address with or without brackets */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/u.test(host) || /^127(\.\d{1,3}){3}$/u.test(host)
}
