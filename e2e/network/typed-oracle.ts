/** Compares what a runner typed with what SQL holds. It uses no code of the app and the server. */
import type { ServerRows, SqlRow } from './server-rows.ts'
import { hashOf, type CompletedDeal } from './typed-deal.ts'

/** @returns a sentence for each difference between a completed deal and its row */
export function compareTyped(deal: CompletedDeal, { sql, photoFiles }: ServerRows): string[] {
  const row = [...sql.cash_payments, ...sql.settlements].find(
    ({ invoice_id }) => invoice_id === deal.invoiceId,
  )
  if (!row) return [`${deal.invoiceId} has no row`]
  const customer = sql.customers.find(({ id }) => id === row.customer_id)
  const hash = hashOf(deal.packet)
  const expected: SqlRow = {
    ...expectedValues(deal, sql),
    customer_name: customer?.member_name,
    hair_photo_url: `/api/images/${hash}.png`,
    ...('upi_reference' in row && { upi_reference: deal.reference, cash_receipt_url: '' }),
    differences: [],
  }
  const stored: SqlRow = { ...row, items: (row.items as SqlRow[]).map(toItem) }
  const isCustomer = [String(customer?.id), customer?.member_name].includes(deal.customer)
  const hasPhoto = photoFiles.includes(hash) && sql.images.some((photo) => photo.hash === hash)
  return [
    ...Object.entries(expected).flatMap(([field, value]) => differs(field, stored[field], value)),
    ...(isCustomer ? [] : [`the customer is ${JSON.stringify(customer)}`]),
    ...(hasPhoto ? [] : ['the photo of the packet is not there']),
  ].map((sentence) => `${deal.invoiceId} (${deal.customer}): ${sentence}`)
}

function differs(field: string, stored: unknown, expected: unknown): string[] {
  const [is, not] = [JSON.stringify(stored), JSON.stringify(expected)]
  return is === not ? [] : [`${field} is ${is}, not ${not}`]
}

const toItem = ({ name, quantity, price }: SqlRow) => ({ name, quantity, price })

/** What the weights and products come to, with the prices in SQL. */
function expectedValues(deal: CompletedDeal, sql: ServerRows['sql']): SqlRow {
  const hair = expectedHair(deal, sql.hair_prices)
  const items = deal.products.map((name) => {
    const paise = Number(sql.products.find((row) => row.name === name)?.price_paise)
    return { name, quantity: 1, price: paise / 100 }
  })
  const itemsPaise = items.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
  const balance = hair.hair_value_paise - itemsPaise
  return {
    ...hair,
    items,
    items_total_paise: itemsPaise,
    balance_paise: Math.abs(balance),
    balance_type: balance < 0 ? 'collect' : 'return',
  }
}

/** A milligram at one paisa for 20 g is worth a 20,000th of a paisa. */
const PARTS_OF_A_PAISA = 20_000n

const halfUp = (amount: bigint, unit: bigint) => Number((2n * amount + unit) / (2n * unit))

function expectedHair({ weights }: CompletedDeal, prices: readonly SqlRow[]) {
  const typed = Object.entries(weights).map(([name, grams]) => {
    const type = name.toLowerCase().replaceAll(' ', '_')
    const paise = Number(prices.find(({ hair_type }) => hair_type === type)?.price_per_20g_paise)
    const milligrams = toMilligrams(grams)
    return { type, grams, paise, milligrams, exact: milligrams * BigInt(paise) }
  })
  const sum = (field: 'milligrams' | 'exact') =>
    typed.reduce((total, line) => total + line[field], 0n)
  return {
    // With the fields in the order in which SQL returns them.
    hair_lines: typed.map(({ type, grams, paise, exact }) => ({
      value: halfUp(exact, PARTS_OF_A_PAISA) / 100,
      hair_type: type,
      weight_grams: Number(grams),
      price_per_20g: paise / 100,
    })),
    hair_type: Object.keys(weights).join(', '),
    hair_weight_grams: Number(sum('milligrams')) / 1_000,
    hair_value_paise: halfUp(sum('exact'), PARTS_OF_A_PAISA * 100n) * 100,
  }
}

function toMilligrams(grams: string): bigint {
  const [whole = '', part = ''] = grams.split('.')
  return BigInt(whole + part.padEnd(3, '0'))
}
