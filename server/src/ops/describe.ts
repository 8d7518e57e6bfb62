/** Parts of the sentences that commands print. */

/** `1 customer`, `2 customers`. */
export function counted(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}

/** `2026-11-21 09:30` in the time zone of the office. */
export function localTime(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}

/**
 * Replaces control characters: a customer's name must not move the cursor, change colours, or make a line of its own or
 * run backwards. The joiners of Telugu stay. Long blanks become two spaces: a terminal would break the line in them, and
 * what follows would look like a line of its own.
 */
export function toPrintable(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\uFFFD')
    .replaceAll(LONG_BLANK, '  ')
}

/** Also the letters that are drawn as a blank. */
const LONG_BLANK = /[\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]{3,}/gu
