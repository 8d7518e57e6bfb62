/** How a customer is reached: links made of what a portal holds, which may be anything. */

/** Digits with what people write between them; a second number behind a slash or a comma is not part of it. */
const PHONE_NUMBER = /\+?\(?\d(?:[\s().-]*\d)*/
/** Three digits reach an emergency line, and no number of the world has more than fifteen (ITU-T E.164). */
const MIN_DIGITS = 3
const MAX_DIGITS = 15
const INDIAN_MOBILE = /^[6-9]\d{9}$/

/** @returns the first number as a phone dials it, `+919000002908` or `9000002908`; undefined when there is none */
function dialledNumber(mobile: string): string | undefined {
  const written = PHONE_NUMBER.exec(mobile)?.[0] ?? ''
  const digits = written.replaceAll(/\D/g, '')
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined
  return written.startsWith('+') ? `+${digits}` : digits
}

/** @returns `tel:9000002908`; undefined where there is no number to dial */
export function telLink(mobile: string): string | undefined {
  const number = dialledNumber(mobile)
  return number && `tel:${number}`
}

/**
 * WhatsApp wants the country code, which Indian mobiles are seldom written with.
 * @returns `https://wa.me/919000002908`; undefined for what can be no mobile
 */
export function whatsAppLink(mobile: string): string | undefined {
  // `0` and `00` are dialled before a number and are not part of it.
  const digits = dialledNumber(mobile)?.replace(/^(?:\+|0+)/, '') ?? ''
  if (INDIAN_MOBILE.test(digits)) return `https://wa.me/91${digits}`
  return digits.length > 10 ? `https://wa.me/${digits}` : undefined
}

/** The way to an address, in the maps app or its web page; undefined without an address. */
export function directionsLink(address: string): string | undefined {
  const destination = address.trim()
  if (!destination) return undefined
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
