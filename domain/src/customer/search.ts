/** Finding one of the runner's customers by what the runner knows: name, village, phone or `#id`. */
import type { Customer, CustomerSection } from '../customer.ts'

type Searched = Pick<Customer, 'id' | 'memberName' | 'villageInfo' | 'mobile'>

/**
 * @param query as typed, in Telugu or Latin; case, accents, spaces and punctuation do not matter. Every word must
 *   occur in the name, the village or the phone; `#12` is the customer with that id and nobody else.
 * @returns undefined when the query asks for nothing
 */
export function customerMatcher(query: string): ((customer: Searched) => boolean) | undefined {
  const text = plain(query).trim()
  if (text.startsWith('#')) {
    const id = text.slice(1).trim()
    return id === '' ? undefined : (customer) => plain(customer.id) === id
  }
  const words = text.split(SEPARATORS).filter(Boolean)
  if (words.length === 0) return undefined
  const matchesWords = (customer: Searched) => {
    const found = searchedText(customer)
    return words.every((word) => found.includes(word))
  }
  const number = numberIn(text)
  if (number === undefined) return matchesWords
  return (customer) =>
    customer.id === text || searchedText(customer).includes(number) || matchesWords(customer)
}

/** The sections in their order with the customers that match, in theirs; without a query the sections as they are. */
export function searchSections(
  sections: readonly CustomerSection[],
  query: string,
): readonly CustomerSection[] {
  const matches = customerMatcher(query)
  if (!matches) return sections
  return sections
    .map((section) => ({ ...section, customers: section.customers.filter(matches) }))
    .filter((section) => section.customers.length > 0)
}

/**
 * {@link searchSections} of the same sections, letter by letter: a word that goes on is looked for only where its
 * beginning was found.
 */
export function typedSearch(
  sections: readonly CustomerSection[],
): (query: string) => readonly CustomerSection[] {
  let last = { query: '', found: sections }
  return (query) => {
    const goesOn = query.startsWith(last.query) && ONLY_WORDS.test(query)
    const found = searchSections(goesOn ? last.found : sections, query)
    last = { query, found }
    return found
  }
}

/** A number or an id that goes on may be another's. */
const ONLY_WORDS = /^[\p{L}\p{M} ]*$/u

/** Telugu vowel signs are marks and part of their letter. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u
const TELUGU_ZERO = '౦'.codePointAt(0) ?? 0

// Most names are plain already, and 5,000 of them are read for the first letter that is typed.
const isAscii = (text: string) => /^[\n -~]*$/.test(text)

/** One spelling of what reads the same: lower case, no accents, no invisible joiners, ASCII digits. */
function plain(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/[౦-౯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - TELUGU_ZERO))
    .toLowerCase()
}

/** A number as people write it, in its ten digits where the country or a zero stands before them. */
function numberIn(text: string): string | undefined {
  if (!/^[\d\s+().-]+$/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  const national = text.startsWith('+91')
    ? digits.slice(2)
    : digits.replace(/^(?:91|0)(?=\d{10}$)/, '')
  return national || undefined
}

/** Lists are searched at every key, and a refresh hands over the same records again. */
const texts = new WeakMap<Searched, string>()

function searchedText(customer: Searched): string {
  let text = texts.get(customer)
  if (text === undefined) {
    const { memberName, villageInfo, mobile } = customer
    text = plain(`${memberName}\n${villageInfo}\n${mobile}`)
    text = text.replaceAll(isAscii(text) ? /[^a-z\d\n]+/g : /[^\p{L}\p{M}\p{N}\n]+/gu, '')
    texts.set(customer, text)
  }
  return text
}
