/**
 * Money is a whole number of paise; rupees exist only on the wire and on the screen.
 * A binary float of rupees cannot represent 29.44, and amounts must be exact to the paisa.
 */

declare const paiseBrand: unique symbol

/** A whole number of paise (1 ₹ = 100 paise), possibly negative. Always a safe integer. */
export type Paise = number & { readonly [paiseBrand]: true }

export const ZERO_PAISE = 0 as Paise

/** ₹100 crore: more than any deal, and small enough that computed amounts are exact integers. */
export const MAX_PAISE = 1_000_000_000_00 as Paise

/** Asserts that `value` is a whole, safe number of paise. Throws RangeError otherwise: the caller has a bug. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  return (value === 0 ? 0 : value) as Paise
}

/**
 * Whole rupees or decimal rupees from the wire, to the nearest paisa.
 * @returns undefined when the value is not finite or its size is above {@link MAX_PAISE}.
 */
export function paiseFromRupees(rupees: number): Paise | undefined {
  // `29.44 * 100` is 2943.9999…: one rounding to the nearest paisa is exact for every price below MAX_PAISE.
  const value = Math.round(rupees * 100)
  return Number.isFinite(value) && Math.abs(value) <= MAX_PAISE ? paise(value) : undefined
}

/** Rupees as the wire carries them: a number with at most two decimals. */
export function rupeesFromPaise(amount: Paise): number {
  return amount / 100
}

export function addPaise(...amounts: readonly Paise[]): Paise {
  return paise(amounts.reduce<number>((sum, amount) => sum + amount, 0))
}

export function subtractPaise(from: Paise, amount: Paise): Paise {
  return paise(from - amount)
}

export function multiplyPaise(amount: Paise, times: number): Paise {
  return paise(amount * times)
}

export function absolutePaise(amount: Paise): Paise {
  return paise(Math.abs(amount))
}

/** Nearest whole rupee, halves away from zero, as a number of rupees. */
export function roundToRupees(amount: Paise): number {
  const rupees = Math.floor((Math.abs(amount) + 50) / 100)
  return amount < 0 && rupees > 0 ? -rupees : rupees
}

/** Matches a digit that ends a group of thousands, lakhs or crores. */
const GROUP_ENDS = /\d(?=(?:\d\d)+\d$)/g

/** `1,20,000`: a whole number, 0 or more, in Indian grouping. `Intl.NumberFormat` takes 30 ms on a phone. */
export function groupDigits(whole: number): string {
  return String(whole).replaceAll(GROUP_ENDS, '$&,')
}

/** The form in which every screen shows money: `₹1,206`, without decimals. */
export function formatRupees(amount: Paise): string {
  const rupees = roundToRupees(amount)
  return `${rupees < 0 ? '-' : ''}₹${groupDigits(Math.abs(rupees))}`
}

// Commas only group thousands or lakhs: `29,44` is a typing error, not ₹2,944.
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2}))?$/iu

/**
 * Parses an amount that a person types or a CSV contains: `100`, `1,206.44`, `₹ 30`, `Rs. 100.00`.
 * @returns undefined when it is not an amount, is negative, or has more than two decimals.
 */
export function parseRupees(text: string): Paise | undefined {
  const match = AMOUNT.exec(text.trim())
  if (!match) return undefined
  const whole = Number((match[1] ?? '').replaceAll(',', ''))
  const fraction = Number((match[2] ?? '').padEnd(2, '0'))
  const value = whole * 100 + fraction
  return value <= MAX_PAISE ? paise(value) : undefined
}
