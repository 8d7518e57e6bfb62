/** Finds customers of the runner by name, village, phone or `#id`. */
import type { Customer, CustomerSection } from '../customer.ts'

type Searched = Pick<Customer, 'id' | 'memberName' | 'villageInfo' | 'mobile'>

/**
 * @param query typed text, Telugu or Latin; case, accents, spaces and punctuation are ignored. Name, village or phone
 *   must contain each word. `#12` finds only the customer with the id 12.
 * @returns undefined when the query has no letter or digit
 */
export function createCustomerMatcher(
  query: string,
): ((customer: Searched) => boolean) | undefined {
  const text = normalise(query).trim()
  if (text.startsWith('#')) {
    const id = text.slice(1).trim()
    return id === '' ? undefined : (customer) => normalise(customer.id) === id
  }
  const words = text.split(SEPARATORS).filter(Boolean)
  if (words.length === 0) return undefined
  const matchesWords = (customer: Searched) => {
    const found = toSearchedText(customer)
    return words.every((word) => found.includes(word))
  }
  const number = readNumber(text)
  if (number === undefined) return matchesWords
  return (customer) =>
    customer.id === text || toSearchedText(customer).includes(number) || matchesWords(customer)
}

/** The sections with only the customers that match, in the same order; all of them when the query is empty. */
export function searchSections(
  sections: readonly CustomerSection[],
  query: string,
): readonly CustomerSection[] {
  const matches = createCustomerMatcher(query)
  if (!matches) return sections
  return sections
    .map((section) => ({ ...section, customers: section.customers.filter(matches) }))
    .filter((section) => section.customers.length > 0)
}

/**
 * {@link searchSections} for a query that is typed letter by letter. A longer query is searched only in the result of
 * the shorter one, which takes less time.
 */
export function createTypedSearch(
  sections: readonly CustomerSection[],
): (query: string) => readonly CustomerSection[] {
  let last = { query: '', found: sections }
  return (query) => {
    const isContinued = query.startsWith(last.query) && ONLY_WORDS.test(query)
    const found = searchSections(isContinued ? last.found : sections, query)
    last = { query, found }
    return found
  }
}

/** With more digits, a number or an id can match other customers than before, so only letters permit the shortcut. */
const ONLY_WORDS = /^[\p{L}\p{M} ]*$/u

/** Telugu vowel signs are marks (`\p{M}`) and belong to a word. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u
const TELUGU_ZERO = '౦'.codePointAt(0) ?? 0

// The first letter searches up to 5,000 names, and most of them need no normalisation.
const isAscii = (text: string) => /^[\n -~]*$/.test(text)

/** Normalises spellings: lower case, no accents, no invisible joiners, ASCII digits. */
function normalise(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/[౦-౯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - TELUGU_ZERO))
    .toLowerCase()
}

/** The digits of a phone number without the prefix +91, 91 or 0; undefined when the text is not a number. */
function readNumber(text: string): string | undefined {
  if (!/^[\d\s+().-]+$/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  const national = text.startsWith('+91')
    ? digits.slice(2)
    : digits.replace(/^(?:91|0)(?=\d{10}$)/, '')
  return national || undefined
}

/** A cache, because every typed letter searches the same records again. */
const texts = new WeakMap<Searched, string>()

function toSearchedText(customer: Searched): string {
  let text = texts.get(customer)
  if (text === undefined) {
    const { memberName, villageInfo, mobile } = customer
    text = normalise(`${memberName}\n${villageInfo}\n${mobile}`)
    text = text.replaceAll(isAscii(text) ? /[^a-z\d\n]+/g : /[^\p{L}\p{M}\p{N}\n]+/gu, '')
    texts.set(customer, text)
  }
  return text
}
