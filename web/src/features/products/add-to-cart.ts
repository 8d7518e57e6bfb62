import { addProduct } from '@veni/domain/cart'
import type { Product } from '@veni/domain/product'
import { translate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { activeVisit, updateCart } from '../../state/visit.ts'
import { showToast } from '../../ui/message/toast-store.ts'

/** Adds a product to the cart of the selected customer; without a customer it adds nothing. */
export function addToCart(product: Product): void {
  if (!activeVisit.get()) {
    reportProblem(`Not added to a cart, because no customer is selected: ${product.productId}`)
    showToast({ message: translate('cart.noCustomer'), tone: 'error' })
    return
  }
  updateCart((cart) => addProduct(cart, product))
  showToast({ message: translate('products.added', { name: product.name }), tone: 'success' })
}
