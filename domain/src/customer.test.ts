import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../test/customers.ts'
import {
  CUSTOMER_STATUSES,
  countCustomers,
  formatPlace,
  customerReplySchema,
  customersReplySchema,
  groupByStatus,
  isCustomerStatus,
  isOnListOf,
} from './customer.ts'

const record = {
  id: 26,
  state: 'Telangana',
  district: 'Karimnagar',
  village_info: 'Kothapalli',
  member_name: 'Lakshmi',
  father_or_husband_name: 'Ramesh',
  mobile: 9876543210,
  email: null,
  status: 'assigned',
  runner_id: 1,
  extra: null,
  comments: '',
  next_followup: null,
}

describe('a status', () => {
  it.each(['toString', '__proto__', 'constructor', '', 'Assigned', 'archived'])(
    'cannot be %j',
    (status) => {
      expect(isCustomerStatus(status)).toBe(false)
    },
  )

  it('is one of the six specified statuses [R-4.005]', () => {
    expect(CUSTOMER_STATUSES).toEqual([
      'assigned',
      'interested',
      'hold',
      'pending',
      'delivered',
      'rejected',
    ])
  })
})

describe('the list of runner 1', () => {
  it.each([
    ['1', 'assigned', true],
    ['1', 'interested', true],
    ['1', 'hold', true],
    ['1', 'pending', false],
    ['1', 'delivered', false],
    ['1', 'rejected', false],
    ['1', 'archived', true],
    ['1', '', true],
    ['1', 'toString', true],
    ['', 'interested', true],
    ['', 'assigned', false],
    ['', 'hold', false],
    ['', 'pending', false],
    ['', 'archived', false],
    ['2', 'assigned', false],
    ['2', 'interested', false],
    ['11', 'assigned', false],
  ])('shows a customer of runner %j with the status %j: %s', (runnerId, status, expected) => {
    expect(isOnListOf({ runnerId, status }, '1')).toBe(expected)
  })
})

const TODAY = '2026-11-21'

describe('the sections of the list', () => {
  it('have the order assigned, interested, hold, others, without empty sections, and are counted', () => {
    const sections = groupByStatus(
      ['hold', 'archived', 'interested', 'assigned'].map((status, index) =>
        newCustomer({ id: String(index), status }),
      ),
      TODAY,
    )
    expect(sections.map((section) => [section.status, section.priority])).toEqual([
      ['assigned', true],
      ['interested', true],
      ['hold', false],
      ['other', false],
    ])
    expect(groupByStatus([newCustomer({ status: 'hold' })], TODAY)).toHaveLength(1)
    expect(groupByStatus([], TODAY)).toEqual([])
    expect(countCustomers(sections)).toBe(4)
  })

  it('contain every customer of the list exactly once, in the order of the list', () => {
    const status = fc.oneof(
      fc.constantFrom(...CUSTOMER_STATUSES, 'toString', '__proto__'),
      fc.string(),
    )
    const runnerId = fc.constantFrom('', '1', '2')
    fc.assert(
      fc.property(fc.array(fc.record({ status, runnerId })), (list) => {
        const visible = list
          .map((fields, index) => newCustomer({ ...fields, id: String(index) }))
          .filter((customer) => isOnListOf(customer, '1'))
        const sections = groupByStatus(visible, TODAY)
        const shown = sections.flatMap((section) => section.customers)
        expect(shown.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(visible)
        for (const { customers } of sections)
          expect(customers).toEqual(visible.filter((customer) => customers.includes(customer)))
      }),
    )
  })
})

describe("a customer's place", () => {
  it.each([
    [{}, 'Kothapalli, Karimnagar, Telangana'],
    [{ district: '' }, 'Kothapalli, Telangana'],
    [{ villageInfo: '', district: '', state: '' }, ''],
  ])('with the fields %j is %j', (fields, place) => {
    expect(formatPlace(newCustomer(fields))).toBe(place)
  })
})

describe('a customers reply', () => {
  it('is read when it has text for numbers, numbers for text, and null [R-3.001]', () => {
    expect(v.parse(customersReplySchema, [record])).toEqual([newCustomer()])
  })

  it('is read with only an id', () => {
    const [customer] = v.parse(customersReplySchema, [{ id: '26' }])
    expect(customer).toMatchObject({ id: '26', status: '', runnerId: '', memberName: '' })
  })

  it.each(Object.keys(record).filter((field) => field !== 'id'))(
    'loses only %s when this field is missing or has another type [R-3.001]',
    (field) => {
      const notes = { email: 'l@example.in', extra: 'Third house', comments: 'Later' }
      const full = { ...record, ...notes, next_followup: '2026-11-21' }
      const name = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const [whole] = v.parse(customersReplySchema, [full])
      for (const value of [undefined, null, {}, [], true, Number.NaN]) {
        const [damaged] = v.parse(customersReplySchema, [{ ...full, [field]: value }])
        expect(whole).not.toEqual(damaged)
        expect(damaged).toEqual({ ...whole, [name]: '' })
      }
    },
  )

  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T00:00:00.000Z', '2026-11-21'],
    ['2026-11-21 00:00:00', '2026-11-21'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['2026-12-31T18:30:00Z', '2027-01-01'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-30', ''],
    ['2026-13-01', ''],
    ['21/11/2026', ''],
    ['2026-11-211', ''],
    ['0000-00-00', ''],
    ['tomorrow', ''],
    ['', ''],
    [null, ''],
    [20261121, ''],
  ])('reads the follow-up date %j as %j', (nextFollowup, expected) => {
    const [customer] = v.parse(customersReplySchema, [{ ...record, next_followup: nextFollowup }])
    expect(customer?.nextFollowup).toBe(expected)
  })

  it.each([null, undefined, '', {}, 1.5, true])('reads the runner %j as no runner', (runnerId) => {
    const [customer] = v.parse(customersReplySchema, [{ ...record, runner_id: runnerId }])
    expect(customer?.runnerId).toBe('')
  })

  it.each([null, 'text', 5, [], {}, { id: null }, { id: '' }, { id: 1.5 }])(
    'omits %j and returns the others',
    (bad) => {
      expect(v.parse(customersReplySchema, [bad, record])).toEqual([newCustomer()])
    },
  )

  it('contains each customer once', () => {
    const reply = [record, { ...record, id: '26', status: 'hold' }]
    expect(v.parse(customersReplySchema, reply)).toEqual([newCustomer()])
  })

  it('is valid when it has no customers', () => {
    expect(v.parse(customersReplySchema, [])).toEqual([])
  })

  it.each([
    ['HTML', '<!doctype html>'],
    ['an error object', { error: 'x' }],
    ['a list of errors', [{ error: 'x' }]],
    ['a list without a customer', [null, 1, 'x']],
    ['null', null],
  ])('is a failure when it is %s', (_, reply) => {
    expect(v.is(customersReplySchema, reply)).toBe(false)
  })
})

describe('a reply about one customer', () => {
  const schema = customerReplySchema('26')

  it.each([
    ['an array with the customer', [{ id: 5 }, record]],
    ['one object', record],
    ['one object with its id as text', { ...record, id: '26' }],
  ])('is read when it is %s', (_, reply) => {
    expect(v.parse(schema, reply)).toEqual(newCustomer())
  })

  it.each([
    ['an empty array', []],
    ['an array of other customers', [{ id: 5 }, { id: 260 }]],
    ['another customer', { id: 5 }],
  ])('gives no customer when it is %s', (_, reply) => {
    expect(v.parse(schema, reply)).toBeUndefined()
  })

  it.each(['<!doctype html>', null, { error: 'x' }, [{ error: 'x' }], {}])(
    'is a failure when it is %j',
    (reply) => {
      expect(v.is(schema, reply)).toBe(false)
    },
  )
})
