import type { Product } from '@veni/domain/product'
import { PackageOpen } from 'lucide-react'
import { memo, useDeferredValue } from 'react'
import { SnapshotNotice } from '../../components/frame/snapshot-notice.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { usePainted } from '../../lib/use-painted.ts'
import { useValue } from '../../lib/use-value.ts'
import { activeVisit } from '../../state/visit.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { Skeleton } from '../../ui/placeholder/loading.tsx'
import { ProductCard } from './product-card.tsx'
import { useProducts } from './use-products.ts'
import styles from './product-grid.module.css'

const SKELETON_COUNT = 8

/** All products in 2, 3 or 4 columns. */
export const ProductGrid = memo(function ProductGrid() {
  const t = useTranslate()
  const { products: latest, isDemo, storedAt, isRefreshing, refresh } = useProducts()
  // Deferred, because many cards render at once.
  const products = useDeferredValue(latest, undefined)
  if (!products) return <LoadingGrid />

  const refreshButton = (
    <Button busy={isRefreshing} onClick={refresh}>
      {t('products.refresh')}
    </Button>
  )
  if (products.length === 0)
    return <EmptyState icon={PackageOpen} title={t('products.none')} action={refreshButton} />

  return (
    <>
      {isDemo && <Banner kind="demo">{t('products.demoNotice')}</Banner>}
      {!isDemo && storedAt !== undefined && (
        <SnapshotNotice message="products.saved" storedAt={storedAt} />
      )}
      <ProductCards products={products} />
      {refreshButton}
    </>
  )
})

function ProductCards({ products }: { products: readonly Product[] }) {
  const cart = useValue(activeVisit)?.cart
  // The cart bar answers the tap first; the quantities on the cards follow. They never show another customer's cart.
  const painted = usePainted(cart)
  const cartOnCards = painted?.customerId === cart?.customerId ? painted : cart
  const quantityOf = (productId: string) =>
    cartOnCards?.items.find((item) => item.productId === productId)?.quantity ?? 0
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <ProductCard
          key={product.productId}
          product={product}
          inCart={quantityOf(product.productId)}
          disabled={!cart}
        />
      ))}
    </ul>
  )
}

function LoadingGrid() {
  const t = useTranslate()
  return (
    <>
      <output className="visually-hidden">{t('products.loading')}</output>
      <div className={styles.grid}>
        {Array.from({ length: SKELETON_COUNT }, (_, place) => (
          <div key={place} className={styles.place}>
            <Skeleton shape="card" height="auto" />
          </div>
        ))}
      </div>
    </>
  )
}
