import { useQuery } from '@tanstack/react-query'
import type { Product } from '@veni/domain/product'
import { offeredProducts, productsQuery } from '../../api/products-query.ts'
import { refetchNow } from '../../api/query-client.ts'
import { useIsAwaited } from '../../api/query-hooks.tsx'

export interface ProductsState {
  /** undefined during the first load. */
  readonly products: readonly Product[] | undefined
  /** The server sent no products and these are demo products. */
  readonly isDemo: boolean
  /** When the server sent the shown snapshot, ms since 1970; undefined when no snapshot is shown. */
  readonly storedAt: number | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

export function useProducts(): ProductsState {
  const options = productsQuery()
  const query = useQuery(options)
  const isRefreshing = useIsAwaited(options, query)
  const refreshing = { isRefreshing, refresh: () => void refetchNow(options) }
  const { data, errorUpdateCount } = query
  const storedAt = data?.storedAt
  if (data === undefined && errorUpdateCount === 0)
    return { products: undefined, isDemo: false, storedAt, ...refreshing }
  return { ...offeredProducts(data?.value), storedAt, ...refreshing }
}
