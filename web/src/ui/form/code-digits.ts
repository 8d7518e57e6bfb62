/**
 * The digits of a partly filled code. In the string a space is an empty box before a filled one:
 * "12 4" is 1, 2, empty, 4.
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
 * Applies `text` that was typed, pasted or filled into one box. Several digits are spread from this box on;
 * a whole code fills all boxes.
 * @returns the new digits and the box for the next digit
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

/** If one digit became two, the runner typed into a filled box: only the new digit counts, on either side. */
function newDigits(text: string, previous: string): string[] {
  const all = Array.from(text).filter((character) => /\d/.test(character))
  if (all.length !== 2 || previous === '') return all
  return all[0] === previous ? all.slice(1) : all.slice(0, 1)
}
