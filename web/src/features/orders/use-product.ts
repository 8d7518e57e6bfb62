import { useQuery } from '@tanstack/react-query'
import { findProduct, type Product } from '@veni/domain/product'
import { offeredProducts, productsQuery } from '../../api/products-query.ts'

export type ProductLookup = Product | 'loading' | 'missing'

/** The product of a link, if the app offers it now. */
export function useProduct(productId: string): ProductLookup {
  const { data, errorUpdateCount } = useQuery(productsQuery())
  if (data === undefined && errorUpdateCount === 0) return 'loading'
  return findProduct(offeredProducts(data?.value).products, productId) ?? 'missing'
}
