/**
 * The digits of a partly filled code. In the string form a space stands for an empty box before a filled one:
 * "12 4" is 1, 2, nothing, 4.
 */
export function splitCode(code: string, length: number): string[] {
  return Array.from({ length }, (_, at) => (code[at] ?? '').trim())
}

export function joinCode(digits: readonly string[]): string {
  return digits
    .map((digit) => digit || ' ')
    .join('')
    .trimEnd()
}

export function isCompleteCode(code: string, length: number): boolean {
  return code.length === length && !code.includes(' ')
}

/**
 * What one box becomes after typing, pasting or autofill put `text` into it. Several digits spread over the boxes
 * from this one on; a whole code fills all of them, wherever it was pasted.
 * @returns the new digits, and the box that the next digit belongs to
 */
export function enterText(
  digits: readonly string[],
  at: number,
  text: string,
): { digits: string[]; next: number } {
  const entered = newDigits(text, digits[at] ?? '')
  const next = [...digits]
  if (entered.length === 0) {
    next[at] = ''
    return { digits: next, next: at }
  }
  const start = entered.length >= digits.length ? 0 : at
  const fitting = entered.slice(0, digits.length - start)
  next.splice(start, fitting.length, ...fitting)
  return { digits: next, next: Math.min(start + fitting.length, digits.length - 1) }
}

/** A box that holds one digit and now reads two was typed into: only the new one counts, on either side. */
function newDigits(text: string, previous: string): string[] {
  const all = Array.from(text).filter((character) => /\d/.test(character))
  if (all.length !== 2 || previous === '') return all
  return all[0] === previous ? all.slice(1) : all.slice(0, 1)
}
