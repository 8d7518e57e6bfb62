/** Carts of all customers in session storage. */
const CART_PREFIX = 'cart_'

export const cartKey = (customerId: string) => `${CART_PREFIX}${customerId}`

/** All saved carts go when the login phone is removed in another tab. */
export function deleteStoredCarts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(CART_PREFIX)) sessionStorage.removeItem(key)
}
