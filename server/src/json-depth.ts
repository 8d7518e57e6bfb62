/** Rows of tables have fewer than ten. */
export const MOST_LEVELS = 100

/**
 * Whether lists and objects of a JSON text are nested in more than `most` levels. It reads the text without a parser,
 * because a parser may need the stack for each level. A text that is no JSON may get either answer.
 */
export function isDeeperThan(json: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') at = findTextEnd(json, at)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}

/** @returns the place of the quote that ends the text */
function findTextEnd(json: string, start: number): number {
  for (let end = start; ;) {
    end = json.indexOf('"', end + 1)
    if (end === -1) return json.length
    let before = end - 1
    while (json[before] === '\\') before -= 1
    // A backslash before the quote escapes it, unless another one escapes that.
    if ((end - before) % 2 === 1) return end
  }
}
