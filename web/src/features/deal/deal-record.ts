import type { Location } from '@veni/domain/location'
import { cartTotals, toDealItems } from '@veni/domain/cart'
import { hairTypeName, totalWeightGrams } from '@veni/domain/hair'
import { absolutePaise, rupeesFromPaise } from '@veni/domain/money'
import { recordedBalanceType } from '@veni/domain/deal/record'
import type { Visit } from '@veni/domain/visit'

/** What the two kinds of record have in common (spec §3 "Local records"). */
export function dealRecord(visit: Visit, invoiceId: string, evidence: DealEvidence) {
  const { cart, hairLines } = visit
  const { itemsTotalPaise, balancePaise } = cartTotals(cart)
  return {
    invoice_id: invoiceId,
    visit_id: visit.id,
    customer_id: visit.customer.id,
    customer_name: visit.customer.name,
    hair_type: hairLines.map((line) => hairTypeName(line.hairType)).join(', '),
    hair_weight: totalWeightGrams(hairLines),
    hair_value: rupeesFromPaise(cart.hairValuePaise),
    hair_lines: hairLines.map((line) => ({
      hair_type: line.hairType,
      weight_grams: line.weightGrams,
      price_per_20g: rupeesFromPaise(line.pricePer20gPaise),
      value: rupeesFromPaise(line.valuePaise),
    })),
    items: toDealItems(cart.items),
    items_total: rupeesFromPaise(itemsTotalPaise),
    balance_amount: rupeesFromPaise(absolutePaise(balancePaise)),
    balance_type: recordedBalanceType(balancePaise),
    hair_photo_url: evidence.packetUrl,
    location: evidence.location,
  }
}

export interface DealEvidence {
  readonly packetUrl: string
  readonly location: Location
}
