import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { createCustomerMatcher, searchSections, createTypedSearch } from './search.ts'
import { groupByStatus, type Customer } from '../customer.ts'

const lakshmi = { memberName: 'K. Lakshmi Devi', mobile: '+91 98765-43210' }

const finds = (query: string, customer: Partial<Customer> = {}) =>
  createCustomerMatcher(query)?.(newCustomer({ ...lakshmi, ...customer }))

describe('a customer is found', () => {
  it.each([
    ['by a part of the name', 'laksh'],
    ['by upper-case letters', 'LAKSHMI'],
    ['without the space', 'lakshmidevi'],
    ['with an additional space', 'lak shmi'],
    ['without the full stop', 'k lakshmi'],
    ['with other punctuation', '"k.lakshmi-devi"'],
    ['by words in another order', 'devi lakshmi'],
    ['by village', 'kothapalli'],
    ['by name and village', 'lakshmi, kotha'],
    ['by phone', '9876543210'],
    ['by a part of the phone', '43210'],
    ['by a formatted phone', '(0) 98765 43210'],
    ['by the phone with the country code', '+91-9876-543210'],
    ['by the phone with the country code, without the plus', '919876543210'],
    ['by the beginning of the phone with the country code', '+91 987'],
    ['by name and phone', 'lakshmi 98765'],
    ['by the phone in Telugu digits', '౯౮౭౬౫'],
    ['by #id', '#26'],
    ['by #id with spaces', ' # 26 '],
    ['by #id in Telugu digits', '#౨౬'],
    ['by the id without #', '26'],
  ])('%s: %s', (_, query) => {
    expect(finds(query)).toBe(true)
  })

  it.each([
    ['లక్ష్మి', { memberName: 'కె. లక్ష్మి దేవి' }],
    ['నల్ గొండ', { villageInfo: 'నల్‌గొండ' }],
    ['నల్‌గొండ', { villageInfo: 'నల్ గొండ' }],
    ['jose', { memberName: 'José' }],
    ['JOSÉ', { memberName: 'Jose' }],
    ['#demo-1', { id: 'demo-1' }],
    ['dsouza', { memberName: "D'Souza" }],
  ])('by %j in %j', (query, customer) => {
    expect(finds(query, customer)).toBe(true)
  })
})

describe('a customer whose number has no country code and no 0 is found', () => {
  it.each(['+91 87234 56789', '+91 872', '0 87234 56789', '91 87234 56789'])('by %s', (query) => {
    expect(finds(query, { mobile: '8723456789' })).toBe(true)
  })
})

describe('a customer is not found', () => {
  it.each([
    ['by a word that no field contains', 'padma'],
    ['by two words of which no field contains the second', 'lakshmi padma'],
    ['by #id when the id only begins with it', '#2'],
    ['by a longer #id that begins with the id', '#260'],
    ['by a phone as an #id', '#9876543210'],
    ['by the district', 'karimnagar'],
    ['by text that continues from the name into the phone', 'devi9'],
    ['by another phone', '9876543211'],
    ['by a phone with the name of another customer', '98765 padma'],
    ['by the end of a number that begins with the digits of the country code', '9143'],
    ['by the end of a number that begins with a zero', '0432'],
  ])('%s: %s', (_, query) => {
    expect(finds(query)).toBe(false)
  })

  it('by an id with letters without #', () => {
    expect(finds('demo-1', { id: 'demo-1' })).toBe(false)
  })

  it('by the same letters with another vowel sign', () => {
    expect(finds('లక్ష్మ్', { memberName: 'లక్ష్మి' })).toBe(false)
  })
})

it.each(['', '   ', '#', ' # ', '-', '...'])('the query %j gives no matcher', (query) => {
  expect(createCustomerMatcher(query)).toBeUndefined()
})

const written = fc.stringMatching(/^[a-zA-Z క-న]{1,20}$/).filter((text) => text.trim() !== '')
/** Includes single surrogates. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
})
const noise = fc.constantFrom(' ', '  ', '.', '-', ', ')

describe('the search for any name', () => {
  it('finds it by each of its parts', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(), (memberName, from, length) => {
        const part = memberName.slice(from % memberName.length).slice(0, (length % 20) + 1)
        fc.pre(part.trim() !== '')
        expect(finds(part, { memberName })).toBe(true)
      }),
    )
  })

  it('finds it by its words in upper case with punctuation between them', () => {
    fc.assert(
      fc.property(written, noise, (memberName, between) => {
        const query = memberName.trim().split(/ +/).join(between).toUpperCase()
        expect(finds(query, { memberName })).toBe(true)
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(anyText, anyText, (query, memberName) => {
        expect([true, false, undefined]).toContain(finds(query, { memberName }))
      }),
    )
  })
})

describe('searchSections', () => {
  const customers = ['hold', 'assigned', 'interested', 'hold', 'assigned'].map((status, index) =>
    newCustomer({ id: String(index), status, memberName: index === 2 ? 'Padma' : 'Lakshmi' }),
  )
  const sections = groupByStatus(customers, '2026-11-21')
  const idsIn = (query: string) =>
    searchSections(sections, query).map(({ status, customers: found }) => [
      status,
      found.map(({ id }) => id),
    ])

  it('keeps the order of sections and customers and omits empty sections', () => {
    expect(idsIn('lakshmi')).toEqual([
      ['assigned', ['1', '4']],
      ['hold', ['0', '3']],
    ])
    expect(idsIn('padma')).toEqual([['interested', ['2']]])
    expect(idsIn('nobody')).toEqual([])
  })

  it('returns the same sections for an empty query', () => {
    expect(searchSections(sections, ' ')).toBe(sections)
  })
})

describe('a search that is typed letter by letter', () => {
  const people = ['Nara', 'Narsamma', 'Sarala', 'నరసమ్మ', 'Ánna 98', 'Rama'].map((memberName, at) =>
    newCustomer({ id: String(at * 9), memberName, mobile: `98480${at}9110` }),
  )
  const sections = groupByStatus(people, '2026-11-21')

  it.each([
    ['#1', '#18'],
    ['1', '18'],
    ['+91', '+91 98480'],
    ['0984802911', '09848029110'],
  ])('finds other customers when the number %s becomes %s', (begun, whole) => {
    const search = createTypedSearch(sections)
    search(begun)
    expect(search(whole)).toEqual(searchSections(sections, whole))
    expect(search(whole)).not.toEqual([])
  })

  it('finds the same as a new search, after any typing and deleting', () => {
    const typed = fc.array(fc.stringMatching(/^[nars#+91 8నరస]{0,4}$/), { maxLength: 12 })
    fc.assert(
      fc.property(typed, (pieces) => {
        const search = createTypedSearch(sections)
        let query = ''
        for (const piece of pieces) {
          query = piece === '' ? query.slice(0, -1) : query + piece
          expect(search(query)).toEqual(searchSections(sections, query))
        }
      }),
    )
  })
})
