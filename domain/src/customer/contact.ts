/** Links to phone, message and find a customer. The text of a server's reply can be anything. */

/** Digits and the separators that people use; a slash or a comma ends the number. */
const PHONE_NUMBER = /\+?\(?\d(?:[\s().-]*\d)*/
/** Emergency numbers have three digits; no number has more than fifteen (ITU-T E.164). */
const MIN_DIGITS = 3
const MAX_DIGITS = 15
const INDIAN_MOBILE = /^[6-9]\d{9}$/

/** @returns the first number, `+919000002908` or `9000002908`; undefined when there is none */
function findPhoneNumber(mobile: string): string | undefined {
  const written = PHONE_NUMBER.exec(mobile)?.[0] ?? ''
  const digits = written.replaceAll(/\D/g, '')
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined
  return written.startsWith('+') ? `+${digits}` : digits
}

/** @returns `tel:9000002908`; undefined when there is no number to dial */
export function makeTelLink(mobile: string): string | undefined {
  const number = findPhoneNumber(mobile)
  return number && `tel:${number}`
}

/**
 * WhatsApp needs the country code, which people rarely write before an Indian mobile number.
 * @returns `https://wa.me/919000002908`; undefined when the text cannot be a mobile number
 */
export function makeWhatsAppLink(mobile: string): string | undefined {
  // `0` and `00` are dialling prefixes, not part of the number.
  const digits = findPhoneNumber(mobile)?.replace(/^(?:\+|0+)/, '') ?? ''
  if (INDIAN_MOBILE.test(digits)) return `https://wa.me/91${digits}`
  return digits.length > 10 ? `https://wa.me/${digits}` : undefined
}

/** A link that opens directions to the address in the maps app or its web page; undefined without an address. */
export function makeDirectionsLink(address: string): string | undefined {
  const destination = address.trim()
  if (!destination) return undefined
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
