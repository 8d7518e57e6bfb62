import {
  DEFAULT_PURCHASE_TYPE,
  findDeliveryAddress,
  MAX_TEXT_LENGTH,
  PURCHASE_TYPES,
  type PurchaseType,
} from '@veni/domain/order'
import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { useRef } from 'react'
import { purchaseTypeName } from '../../components/value-names.ts'
import { useTypedField } from '../../components/use-typed-field.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { reportProblem } from '../../lib/report.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { askForSignIn, owner } from '../../state/session.ts'
import { deleteTyped } from '../../state/typed-fields.ts'
import { RadioCards } from '../../ui/choice/radio-cards.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import {
  markOrderReported,
  placeSingleOrder,
  type PlacedOrder,
  type UnreportedOrder,
} from './place-single-order.ts'
import { useUnreportedOrder } from './use-unreported-order.ts'

export interface SingleOrderFormProps {
  /** The confirm button is in the screen's footer and refers to the form by this id. */
  id: string
  visit: Visit
  product: Product
  onBusy: (isBusy: boolean) => void
  onPlaced: (order: PlacedOrder, purchaseType: PurchaseType) => void
}

/** Purchase type, hair weight and cash as free text. A missing text gets no message. */
export function SingleOrderForm(props: SingleOrderFormProps) {
  const { id, visit, product } = props
  const t = useTranslate()
  const fields = useOrderFields(visit, product)
  const knownAddress = findDeliveryAddress(visit.customer.id)
  const confirmOrder = useConfirmOrder(props, { ...fields, deliveryAddress: knownAddress ?? '' })
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        // An empty field gets no message, but the focus scrolls it into view.
        event.currentTarget.querySelector<HTMLElement>(':placeholder-shown')?.focus()
        void confirmOrder()
      }}
    >
      <Stack gap="large">
        <OrderFields {...fields} />
        <section aria-label={t('place.address')}>
          <h2>{t('place.address')}</h2>
          <p>{knownAddress ?? t('place.noAddress')}</p>
        </section>
      </Stack>
    </form>
  )
}

const scopeOf = (product: Product) => `${product.productId}_`

/** The typed fields, stored per visit and product. */
function useOrderFields(visit: Visit, product: Product) {
  const scope = scopeOf(product)
  const [chosen, setPurchaseType] = useTypedField(visit.id, `${scope}purchaseType`)
  const [hairWeight = '', setHairWeight] = useTypedField(visit.id, `${scope}hairWeight`)
  const [cashAmount = '', setCashAmount] = useTypedField(visit.id, `${scope}cashAmount`)
  const purchaseType = PURCHASE_TYPES.find((type) => type === chosen) ?? DEFAULT_PURCHASE_TYPE
  return { purchaseType, setPurchaseType, hairWeight, setHairWeight, cashAmount, setCashAmount }
}

type Fields = ReturnType<typeof useOrderFields>

/** @returns places the order, unless a text is missing or an order is being placed */
function useConfirmOrder(
  { visit, product, onBusy, onPlaced }: SingleOrderFormProps,
  { purchaseType, hairWeight, cashAmount, deliveryAddress }: Fields & { deliveryAddress: string },
): () => Promise<void> {
  const isRunning = useRef(false)
  const isShown = useIsShown()

  function report(placed: UnreportedOrder) {
    deleteTyped(visit.id, scopeOf(product))
    onPlaced(placed, placed.purchaseType)
    // After the paint, because the runner must have seen the next screen.
    afterPaint(() => {
      markOrderReported(visit, product).catch((error: unknown) =>
        reportProblem('Order not marked as reported', error),
      )
    })
  }

  // confirmOrder reports an order that this page is making.
  useUnreportedOrder(visit, product, (order) => !isRunning.current && report(order))

  return async function confirmOrder() {
    if (isRunning.current || hairWeight.trim() === '' || cashAmount.trim() === '') return
    if (!owner()) return askForSignIn()
    isRunning.current = true
    onBusy(true)
    try {
      const form = { purchaseType, hairWeight, cashAmount, deliveryAddress }
      const placed = await placeSingleOrder(visit, product, form)
      // A later visit to this screen reports an order whose form was left before the server made it.
      if (placed && isShown.current) report({ ...placed, purchaseType })
    } catch (error) {
      reportProblem('Order not stored', error)
    } finally {
      isRunning.current = false
      onBusy(false)
    }
  }
}

function OrderFields(fields: Fields) {
  const t = useTranslate()
  return (
    <>
      <RadioCards<PurchaseType>
        legend={t('place.purchaseType')}
        options={PURCHASE_TYPES.map((type) => ({
          value: type,
          label: purchaseTypeName(type, t),
        }))}
        value={fields.purchaseType}
        onChange={fields.setPurchaseType}
      />
      <TextField
        label={t('place.hairWeight')}
        hint={t('field.required')}
        placeholder={t('place.hairWeightPlaceholder')}
        maxLength={MAX_TEXT_LENGTH}
        value={fields.hairWeight}
        onChange={fields.setHairWeight}
      />
      <TextField
        label={t('place.cashAmount')}
        hint={t('field.required')}
        placeholder={t('place.cashPlaceholder')}
        maxLength={MAX_TEXT_LENGTH}
        value={fields.cashAmount}
        onChange={fields.setCashAmount}
      />
    </>
  )
}
