import type { Product } from '@veni/domain/product'
import { offeredProducts } from '../../api/offered-products.ts'
import { productsQuery } from '../../api/catalogue-queries.ts'
import { useValue } from '../../lib/use-value.ts'

export interface Catalogue {
  /** undefined while they load for the first time. */
  readonly products: readonly Product[] | undefined
  /** The portal gave nothing, and these stand in (spec §8 "Products"). */
  readonly isDemo: boolean
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

export function useProducts(): Catalogue {
  const query = productsQuery()
  const { data, error, isFetching } = useValue(query)
  const refreshing = { isRefreshing: isFetching, refresh: () => void query.refetch() }
  if (data === undefined && !error) return { products: undefined, isDemo: false, ...refreshing }
  return { ...offeredProducts(data), ...refreshing }
}
