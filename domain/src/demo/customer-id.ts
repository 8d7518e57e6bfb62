/**
 * The prefix distinguishes demo customers from customers of a server. A deal with a demo customer is never sent
 * (ruling 9).
 */
const PREFIX = 'demo-'

export const makeDemoCustomerId = (number: number): string => `${PREFIX}${number}`

export function isDemoCustomerId(customerId: string): boolean {
  return customerId.startsWith(PREFIX)
}
