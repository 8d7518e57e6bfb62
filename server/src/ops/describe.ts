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
 * run backwards. Long blanks become two spaces: a terminal would break the line in them, and what follows would look like
 * a line of its own. What has no shape is left out, so that it makes no long blank of short ones; the joiners that Telugu
 * needs, and the signs that choose how a letter is drawn, stay within a word.
 */
export function toPrintable(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\uFFFD')
    .replaceAll(SHAPELESS, '')
    .replaceAll(LOOSE_JOINERS, '')
    .replaceAll(LONG_BLANK, '  ')
}

const BLANKS = String.raw`\p{Zs}\u115F\u1160\u2800\u3164\uFFA0`
const JOINERS = String.raw`\u200C\u200D\uFE0E\uFE0F`
const SHAPELESS = new RegExp(
  String.raw`(?![${BLANKS}${JOINERS}])[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
/** At the start, after a blank, or after two others: no letter and no emoji needs more. */
const LOOSE_JOINERS = new RegExp(`(?<=^|[${BLANKS}]|[${JOINERS}]{2})[${JOINERS}]+`, 'gu')

/** Also the letters that are drawn as a blank. */
const LONG_BLANK = new RegExp(`[${BLANKS}]{3,}`, 'gu')
