import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { customerMatcher, searchSections, typedSearch } from './search.ts'
import { groupByStatus, type Customer } from '../customer.ts'

const lakshmi = { memberName: 'K. Lakshmi Devi', mobile: '+91 98765-43210' }

const finds = (query: string, customer: Partial<Customer> = {}) =>
  customerMatcher(query)?.(newCustomer({ ...lakshmi, ...customer }))

describe('a customer is found', () => {
  it.each([
    ['by a part of the name', 'laksh'],
    ['in any case', 'LAKSHMI'],
    ['with the space left out', 'lakshmidevi'],
    ['with a space too many', 'lak shmi'],
    ['without the full stop', 'k lakshmi'],
    ['with other punctuation', '"k.lakshmi-devi"'],
    ['by words in another order', 'devi lakshmi'],
    ['by village', 'kothapalli'],
    ['by name and village', 'lakshmi, kotha'],
    ['by phone', '9876543210'],
    ['by a part of the phone', '43210'],
    ['by the phone as people write it', '(0) 98765 43210'],
    ['by the phone with its country', '+91-9876-543210'],
    ['by the phone with its country, without the plus', '919876543210'],
    ['by the beginning of the phone with its country', '+91 987'],
    ['by name and phone', 'lakshmi 98765'],
    ['by the phone in Telugu digits', '౯౮౭౬౫'],
    ['by #id', '#26'],
    ['by #id with spaces', ' # 26 '],
    ['by #id in Telugu digits', '#౨౬'],
    ['by the bare id', '26'],
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

describe('a customer is not found', () => {
  it.each([
    ['by a word that is nowhere', 'padma'],
    ['when one of the words is nowhere', 'lakshmi padma'],
    ["by another's #id that begins the same", '#2'],
    ["by another's #id that starts with this id", '#260'],
    ['by a phone as an #id', '#9876543210'],
    ['by the district', 'karimnagar'],
    ['by a number across name and phone', 'devi9'],
    ['by another phone', '9876543211'],
  ])('%s: %s', (_, query) => {
    expect(finds(query)).toBe(false)
  })

  it('by the same letters with another vowel sign', () => {
    expect(finds('లక్ష్మ్', { memberName: 'లక్ష్మి' })).toBe(false)
  })
})

it.each(['', '   ', '#', ' # ', '-', '...'])('%j asks for nothing', (query) => {
  expect(customerMatcher(query)).toBeUndefined()
})

const written = fc.stringMatching(/^[a-zA-Z క-న]{1,20}$/).filter((text) => text.trim() !== '')
/** Half characters and all. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
})
const noise = fc.constantFrom(' ', '  ', '.', '-', ', ')

describe('whatever the name', () => {
  it('is found by every part of itself', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(), (memberName, from, length) => {
        const part = memberName.slice(from % memberName.length).slice(0, (length % 20) + 1)
        fc.pre(part.trim() !== '')
        expect(finds(part, { memberName })).toBe(true)
      }),
    )
  })

  it('is found by its words in upper case, with any punctuation between', () => {
    fc.assert(
      fc.property(written, noise, (memberName, between) => {
        const query = memberName.trim().split(/ +/).join(between).toUpperCase()
        expect(finds(query, { memberName })).toBe(true)
      }),
    )
  })

  it('no query throws', () => {
    fc.assert(
      fc.property(anyText, anyText, (query, memberName) => {
        expect([true, false, undefined]).toContain(finds(query, { memberName }))
      }),
    )
  })
})

describe('a search leaves', () => {
  const customers = ['hold', 'assigned', 'interested', 'hold', 'assigned'].map((status, index) =>
    newCustomer({ id: String(index), status, memberName: index === 2 ? 'Padma' : 'Lakshmi' }),
  )
  const sections = groupByStatus(customers, '2026-11-21')
  const idsIn = (query: string) =>
    searchSections(sections, query).map(({ status, customers: found }) => [
      status,
      found.map(({ id }) => id),
    ])

  it('the sections and their customers in order, without empty ones', () => {
    expect(idsIn('lakshmi')).toEqual([
      ['assigned', ['1', '4']],
      ['hold', ['0', '3']],
    ])
    expect(idsIn('padma')).toEqual([['interested', ['2']]])
    expect(idsIn('nobody')).toEqual([])
  })

  it('the very same sections while nothing is asked for', () => {
    expect(searchSections(sections, ' ')).toBe(sections)
  })
})

describe('a search letter by letter', () => {
  const people = ['Nara', 'Narsamma', 'Sarala', 'నరసమ్మ', 'Ánna 98', 'Rama'].map((memberName, at) =>
    newCustomer({ id: String(at * 9), memberName, mobile: `98480${at}9110` }),
  )
  const sections = groupByStatus(people, '2026-11-21')

  it.each([
    ['#1', '#18'],
    ['1', '18'],
    ['+91', '+91 98480'],
    ['0984802911', '09848029110'],
  ])('a number that goes on may be another: %s, then %s', (begun, whole) => {
    const search = typedSearch(sections)
    search(begun)
    expect(search(whole)).toEqual(searchSections(sections, whole))
    expect(search(whole)).not.toEqual([])
  })

  it('finds what the whole query finds, whatever was typed and rubbed out before', () => {
    const typed = fc.array(fc.stringMatching(/^[nars#+91 8నరస]{0,4}$/), { maxLength: 12 })
    fc.assert(
      fc.property(typed, (pieces) => {
        const search = typedSearch(sections)
        let query = ''
        for (const piece of pieces) {
          query = piece === '' ? query.slice(0, -1) : query + piece
          expect(search(query)).toEqual(searchSections(sections, query))
        }
      }),
    )
  })
})
