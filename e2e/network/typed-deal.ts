import { createHash } from 'node:crypto'
import { newPacketPhoto } from '../support/photo.ts'

interface ChosenPhoto {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** What a runner types for a deal, and the photo that the runner takes. No two deals have the same. */
export interface TypedDeal {
  /** Name of the customer on the card, or the id in digits. */
  readonly customer: string
  /** Grams as typed, by the name of the hair type on the screen. */
  readonly weights: Readonly<Record<string, string>>
  /** Products taken, one piece each, by name; none: the customer is paid by UPI. */
  readonly products: readonly string[]
  /** The UPI reference; '' with products. */
  readonly reference: string
  readonly packet: ChosenPhoto
}

/** A deal that the screen showed as completed. */
export interface CompletedDeal extends TypedDeal {
  readonly invoiceId: string
}

let made = 0

/** @param products without any, the customer is paid by UPI */
export function newTypedDeal(customer: string, products: readonly string[] = []): TypedDeal {
  made += 1
  // Never 0 at the end, so that no weight can be rounded unseen.
  const milligrams = `${String(made % 100).padStart(2, '0')}${1 + (made % 9)}`
  return {
    customer,
    weights: {
      'Black Hair': `${400 + made}.${milligrams}`,
      'Grey Hair': `63.${milligrams}`,
      'White Hair': `40.${milligrams}`,
    },
    products,
    reference: products.length > 0 ? '' : longReference(made),
    packet: newPacketPhoto(),
  }
}

/** As long as a text of a record may be, with letters of several bytes up to its last one. */
function longReference(number: number): string {
  const start = `UPI${number} ${createHash('sha256').update(String(number)).digest('hex')} `
  const text = 'జుట్టు కొనుగోలు 👩🏽‍🦱 '
  const end = 'చివర💇'
  const count = Math.floor((LONGEST - start.length - end.length) / text.length)
  return `${start}${text.repeat(count)}${end}`
}

/** In UTF-16 units. */
const LONGEST = 500

export const hashOf = ({ buffer }: ChosenPhoto) => createHash('sha256').update(buffer).digest('hex')
