/** Hair types, their prices, and the value of a hair collection. */
import * as v from 'valibot'
import { paise, paiseFromRupees, rupeesFromPaise, type Paise } from './money.ts'
import { looseOptionalNumber, looseList, looseOptionalId } from './api/wire.ts'

export const DEFAULT_MINIMUM_GRAMS = 20
/** 100 kg: more than one customer has, and small enough that computed values are exact integers. */
export const MAX_WEIGHT_GRAMS = 100_000
/** ₹10,000, a hundred times today's prices. A higher price is a typing error, and its sums would not be exact. */
export const MAX_PRICE_PER_20G_PAISE = 1_000_000
/** The app offers this many hair types: a deal with all of them still has less than 64 KB. */
export const MAX_HAIR_TYPES = 40
/** Prices are quoted for this many grams. */
export const PRICED_GRAMS = 20

export interface HairPrice {
  readonly hairType: string
  readonly pricePer20gPaise: Paise
  readonly minimumWeightGrams: number
}

/** Hair type id → weight in grams; one collection for each customer. */
export type HairCollection = Readonly<Record<string, number>>

export interface HairLine {
  readonly hairType: string
  readonly weightGrams: number
  readonly pricePer20gPaise: Paise
  readonly valuePaise: Paise
}

export interface Valuation {
  readonly lines: readonly HairLine[]
  /** Sum of the exact line values, rounded half up to a whole rupee once (ruling 17). */
  readonly totalPaise: Paise
  readonly totalWeightGrams: number
}

export type WeightCheck = 'empty' | 'below-minimum' | 'too-heavy' | 'counted'

/** Zero and an empty field mean "none of this type"; any other weight must reach the type's minimum. */
export function checkWeight(weightGrams: number | undefined, price: HairPrice): WeightCheck {
  if (weightGrams === undefined || weightGrams === 0) return 'empty'
  if (!(weightGrams >= price.minimumWeightGrams)) return 'below-minimum'
  return weightGrams <= MAX_WEIGHT_GRAMS ? 'counted' : 'too-heavy'
}

// Weights are rounded to the milligram, so that the sum below has whole numbers only.
const toMilligrams = (grams: number) => Math.round(grams * 1000)
type WeighedHair = Pick<HairLine, 'weightGrams' | 'pricePer20gPaise'>
const computeExactValue = ({ weightGrams, pricePer20gPaise }: WeighedHair) =>
  toMilligrams(weightGrams) * pricePer20gPaise
const MILLIGRAM_PAISE_PER_PAISA = PRICED_GRAMS * 1000
const MILLIGRAM_PAISE_PER_RUPEE = MILLIGRAM_PAISE_PER_PAISA * 100
const roundHalfUp = (value: number, unit: number) => Math.floor((2 * value + unit) / (2 * unit))

/** Values a hair collection. Types without a price or below their minimum have no value. */
export function valueCollection(
  collection: HairCollection,
  prices: readonly HairPrice[],
): Valuation {
  const counted = prices.flatMap((price) => {
    const weightGrams = collection[price.hairType]
    return weightGrams !== undefined && checkWeight(weightGrams, price) === 'counted'
      ? [{ hairType: price.hairType, weightGrams, pricePer20gPaise: price.pricePer20gPaise }]
      : []
  })
  return {
    lines: counted.map((line) => ({ ...line, valuePaise: computeLineValuePaise(line) })),
    totalPaise: sumValuePaise(counted),
    totalWeightGrams: sumWeightGrams(counted),
  }
}

/** The value of one line alone, to the nearest paisa. */
export function computeLineValuePaise(line: WeighedHair): Paise {
  return paise(roundHalfUp(computeExactValue(line), MILLIGRAM_PAISE_PER_PAISA))
}

/** The exact values of all lines together, rounded half up to a whole rupee once (ruling 17). */
export function sumValuePaise(lines: readonly WeighedHair[]): Paise {
  const exact = lines.reduce((sum, line) => sum + computeExactValue(line), 0)
  return paise(roundHalfUp(exact, MILLIGRAM_PAISE_PER_RUPEE) * 100)
}

/** The sum in grams, exact to the milligram: 0.1 g and 0.2 g are 0.3 g. */
export function sumWeightGrams(lines: readonly Pick<HairLine, 'weightGrams'>[]): number {
  return lines.reduce((sum, line) => sum + toMilligrams(line.weightGrams), 0) / 1000
}

/** `black_hair` → `Black Hair`. */
export function formatHairType(hairType: string): string {
  return hairType
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Parses the text of a number field as grams; undefined when it is empty or not a number. */
export function parseWeightGrams(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** Reads the valid weights of a stored or linked hair collection; ignores other values. */
export const hairCollectionSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((record): HairCollection =>
    Object.fromEntries(
      Object.entries(record).flatMap(([hairType, value]) => {
        const weight = typeof value === 'string' ? parseWeightGrams(value) : value
        const isWeight = typeof weight === 'number' && weight > 0 && weight <= MAX_WEIGHT_GRAMS
        return isWeight && hairType.length <= 64 ? [[hairType, weight]] : []
      }),
    ),
  ),
)

/** Reads each {@link HairLine} that the phone has stored; ignores other values. */
export const storedHairLinesSchema = looseList(
  v.pipe(
    v.object({
      hairType: v.string(),
      weightGrams: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WEIGHT_GRAMS)),
      pricePer20gPaise: v.pipe(
        v.number(),
        v.safeInteger(),
        v.minValue(0),
        v.maxValue(MAX_PRICE_PER_20G_PAISE),
      ),
      valuePaise: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    }),
    v.transform((line): HairLine => ({
      ...line,
      pricePer20gPaise: paise(line.pricePer20gPaise),
      valuePaise: paise(line.valuePaise),
    })),
  ),
  (line) => line.hairType,
)

const rupees = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9))

/** A hair line in the record of a deal; later prices do not change it. */
export const hairLineSchema = v.object({
  hair_type: v.pipe(v.string(), v.maxLength(2_000)),
  weight_grams: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e7)),
  price_per_20g: rupees,
  value: rupees,
})

export function toHairLineRecord(line: HairLine): v.InferOutput<typeof hairLineSchema> {
  return {
    hair_type: line.hairType,
    weight_grams: line.weightGrams,
    price_per_20g: rupeesFromPaise(line.pricePer20gPaise),
    value: rupeesFromPaise(line.valuePaise),
  }
}

/** A hair price in the replies of our server. The app also reads other forms. */
export const hairPriceRecordSchema = v.object({
  hair_type: v.string(),
  price_per_20g: v.number(),
  minimum_weight_grams: v.number(),
  is_active: v.boolean(),
})
export type HairPriceRecord = v.InferOutput<typeof hairPriceRecordSchema>

export function toHairPriceRecord(
  price: HairPrice & { readonly isActive: boolean },
): HairPriceRecord {
  return {
    hair_type: price.hairType,
    price_per_20g: rupeesFromPaise(price.pricePer20gPaise),
    minimum_weight_grams: price.minimumWeightGrams,
    is_active: price.isActive,
  }
}

/** A hair price in the reply of any server. */
const looseHairPriceSchema = v.object({
  hair_type: looseOptionalId,
  id: looseOptionalId,
  price_per_20g: looseOptionalNumber,
  price: looseOptionalNumber,
  rate: looseOptionalNumber,
  minimum_weight_grams: looseOptionalNumber,
  minimum_weight: looseOptionalNumber,
  is_active: v.optional(v.unknown()),
})

// Plain portals over MySQL send a flag as 0 or '0'.
const isSwitchedOff = (isActive: unknown) =>
  [false, 0, '0', 'false'].some((value) => value === isActive)

const activeHairPriceSchema = v.pipe(
  looseHairPriceSchema,
  v.rawTransform(({ dataset, addIssue, NEVER }): HairPrice => {
    const record = dataset.value
    const hairType = record.hair_type ?? record.id
    const price = paiseFromRupees(record.price_per_20g ?? record.price ?? record.rate ?? 0)
    // Inactive entries and entries without a price are ignored.
    const isPriced = price !== undefined && price > 0 && price <= MAX_PRICE_PER_20G_PAISE
    if (!hairType || !isPriced || isSwitchedOff(record.is_active)) {
      addIssue({ message: 'not an active hair price' })
      return NEVER
    }
    const minimum = record.minimum_weight_grams ?? record.minimum_weight ?? DEFAULT_MINIMUM_GRAMS
    return {
      hairType,
      pricePer20gPaise: price,
      minimumWeightGrams: minimum > 0 ? minimum : DEFAULT_MINIMUM_GRAMS,
    }
  }),
)

// One price per type: a type that is listed twice must not be paid twice.
const hairPriceListSchema = v.pipe(
  looseList(activeHairPriceSchema, (price) => price.hairType),
  v.transform((prices) => prices.slice(0, MAX_HAIR_TYPES)),
)

/** Accepts every reply shape of GET /api/hair-pricing in: an array, `{data: []}` or `{pricing: []}`. */
export const hairPricesReplySchema = v.union([
  hairPriceListSchema,
  v.pipe(
    v.object({ data: hairPriceListSchema }),
    v.transform((reply) => reply.data),
  ),
  v.pipe(
    v.object({ pricing: hairPriceListSchema }),
    v.transform((reply) => reply.pricing),
  ),
])
