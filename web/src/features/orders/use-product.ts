import { useQuery } from '@tanstack/react-query'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { findProduct, type Product } from '@veni/domain/product'
import { productsQuery } from '../../api/queries.ts'
import { appConfig } from '../../app-config.ts'

export type ProductLookup = Product | 'loading' | 'missing'

/** The product a link names, from the portal or, where it gives none, from the demo products (spec §7). */
export function useProduct(productId: string): ProductLookup {
  const { data, isPending } = useQuery(productsQuery())
  if (isPending) return 'loading'
  const fallback = appConfig().demoData ? DEMO_PRODUCTS : []
  return findProduct(data?.length ? data : fallback, productId) ?? 'missing'
}
