/**
 * Ids of demo customers are words, so that no demo row can be taken for a customer of the portal and no deal with one is
 * ever sent (ruling 9).
 */
const PREFIX = 'demo-'

export const demoCustomerId = (number: number): string => `${PREFIX}${number}`

export function isDemoCustomerId(customerId: string): boolean {
  return customerId.startsWith(PREFIX)
}
