import { useQuery } from '@tanstack/react-query'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import type { Product } from '@veni/domain/product'
import { productsQuery } from '../../api/queries.ts'
import { appConfig } from '../../app-config.ts'

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
  if (data && data.length > 0) return { products: data, isDemo: false, ...refreshing }
  const products = appConfig().demoData ? DEMO_PRODUCTS : []
  return { products, isDemo: products.length > 0, ...refreshing }
}
