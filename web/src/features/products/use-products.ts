import type { Product } from '@veni/domain/product'
import { offeredProducts } from '../../api/offered-products.ts'
import { productsQuery } from '../../api/catalogue-queries.ts'
import { useQuery } from '../../api/use-query.ts'

export interface ProductsState {
  /** undefined during the first load. */
  readonly products: readonly Product[] | undefined
  /** The server sent no products and these are demo products. */
  readonly isDemo: boolean
  /** When the server sent the shown snapshot, ms since 1970; undefined when no snapshot is shown. */
  readonly savedAt: number | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

export function useProducts(): ProductsState {
  const query = productsQuery()
  const { data, error, isFetching } = useQuery(query)
  const refreshing = { isRefreshing: isFetching, refresh: () => void query.refetch() }
  const savedAt = data?.savedAt
  if (data === undefined && !error)
    return { products: undefined, isDemo: false, savedAt, ...refreshing }
  return { ...offeredProducts(data?.value), savedAt, ...refreshing }
}
