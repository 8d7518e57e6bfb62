import type { Product } from '@veni/domain/product'
import { offeredProducts } from '../../api/offered-products.ts'
import { productsQuery } from '../../api/catalogue-queries.ts'
import { useQuery } from '../../api/use-query.ts'

export interface Catalogue {
  /** undefined while they load for the first time. */
  readonly products: readonly Product[] | undefined
  /** The portal gave nothing, and these stand in (spec §8 "Products"). */
  readonly isDemo: boolean
  /** When the portal gave those that the phone has kept, ms since 1970; undefined unless they are shown. */
  readonly savedAt: number | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

export function useProducts(): Catalogue {
  const query = productsQuery()
  const { data, error, isFetching } = useQuery(query)
  const refreshing = { isRefreshing: isFetching, refresh: () => void query.refetch() }
  const savedAt = data?.savedAt
  if (data === undefined && !error)
    return { products: undefined, isDemo: false, savedAt, ...refreshing }
  return { ...offeredProducts(data?.value), savedAt, ...refreshing }
}
