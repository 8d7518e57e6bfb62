import { useQuery } from '@tanstack/react-query'
import type { Product } from '@veni/domain/product'
import { offeredProducts } from '../../api/offered-products.ts'
import { productsQuery } from '../../api/queries.ts'

export interface Catalogue {
  /** undefined while they load for the first time. */
  readonly products: readonly Product[] | undefined
  /** The portal gave nothing, and these stand in (spec §8 "Products"). */
  readonly isDemo: boolean
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

export function useProducts(): Catalogue {
  const { data, isPending, isFetching, refetch } = useQuery(productsQuery())
  const refreshing = { isRefreshing: isFetching, refresh: () => void refetch() }
  if (isPending) return { products: undefined, isDemo: false, ...refreshing }
  return { ...offeredProducts(data), ...refreshing }
}
