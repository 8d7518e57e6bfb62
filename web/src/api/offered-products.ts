import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import type { Product } from '@veni/domain/product'
import { appConfig } from '../app-config.ts'

export interface OfferedProducts {
  readonly products: readonly Product[]
  /** The server gave no products, and these are the demo products. */
  readonly isDemo: boolean
}

/** @param answer of the server; undefined when the call failed */
export function offeredProducts(answer: readonly Product[] | undefined): OfferedProducts {
  if (answer && answer.length > 0) return { products: answer, isDemo: false }
  const products = appConfig().demoData ? DEMO_PRODUCTS : []
  return { products, isDemo: products.length > 0 }
}
