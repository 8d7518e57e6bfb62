import { findProduct, type Product } from '@veni/domain/product'
import { offeredProducts } from '../../api/offered-products.ts'
import { productsQuery } from '../../api/catalogue-queries.ts'
import { useValue } from '../../lib/use-value.ts'

export type ProductLookup = Product | 'loading' | 'missing'

/** The product a link names, among those the catalogue shows. */
export function useProduct(productId: string): ProductLookup {
  const { data, error } = useValue(productsQuery())
  if (data === undefined && !error) return 'loading'
  return findProduct(offeredProducts(data?.value).products, productId) ?? 'missing'
}
