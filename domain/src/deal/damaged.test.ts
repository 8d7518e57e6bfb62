import { expect, test } from 'vitest'
import { entry, paymentIn, read, record, type Row, stored } from '../../test/damaged-deals.ts'
import { planCall, type WorkOf } from '../work.ts'

test('a whole entry is read as it is', () => {
  const { work, filled, problems } = read([entry])
  expect({ filled, problems }).toEqual({ filled: [], problems: [] })
  expect(paymentIn(work)).toEqual(record)
  expect((work as WorkOf<'cash-payment'>).order).toEqual(entry.work.order)
  expect(planCall(work!, 'order', { customerId: '7', photoUrls: {} })?.name).toBe('createOrder')
})

test('long names of products are cut at a whole letter', () => {
  const long = { ...record.items[0], name: `a${'\u{1F600}'.repeat(110)}` }
  const { work } = read([null, { ...stored, record: { ...record, items: Array(9).fill(long) } }])
  const name = (work as WorkOf<'cash-payment'>).order.product_name
  expect(name).toMatch(/\u{1F600}…$/u)
  expect(name).not.toMatch(/\p{Surrogate}/u)
})

test('the row of the deal is enough, and its order is built again', () => {
  const { work, filled, problems } = read([null, stored])
  expect({ filled, problems }).toEqual({ filled: [], problems: [] })
  expect(paymentIn(work)).toEqual(record)
  expect((work as WorkOf<'cash-payment'>).order).toMatchObject({
    product_id: 'torch',
    product_name: 'Torch × 2',
    product_price: 100.5,
    quantity: 2,
    total_amount: 201,
    items: record.items,
    invoice_id: record.invoice_id,
  })
})

test('sums are computed from the lines, and amounts that somebody was paid are not', () => {
  const { hair_value: _, items_total: __, cash_amount: ___, ...rest } = record
  const payment = { ...rest, balance_amount: '524', balance_type: 0 }
  const { filled, problems, work } = read([
    { ...entry, work: { ...entry.work, payment, delivered: undefined } },
  ])
  expect(work).toBeUndefined()
  expect(problems).toEqual([{ field: 'cash_amount', found: [] }])
  expect(filled).toEqual(['hair_value', 'items_total', 'balance_amount', 'balance_type'])
  expect(
    paymentIn(
      read([{ ...entry, work: { ...entry.work, payment, delivered: undefined } }], {
        cash_amount: 524,
      }).work,
    ),
  ).toEqual(record)
})

const without = (names: readonly string[], changed: Row = {}) => {
  const fields = Object.entries({ ...record, ...changed })
  return [{ record: Object.fromEntries(fields.filter(([name]) => !names.includes(name))) }]
}

test('the sums of the hair are computed from its lines', () => {
  const { work, filled } = read(without(['hair_type', 'hair_weight', 'hair_value']))
  expect(filled).toEqual(['hair_type', 'hair_weight', 'hair_value'])
  expect(paymentIn(work)).toEqual(record)
})

test('a deal without hair lines says nothing of its hair value', () => {
  const { problems } = read(without(['hair_value'], { hair_lines: [] }))
  expect(problems).toEqual([{ field: 'hair_value', found: [] }])
})

test.each([
  [200, 1, 'collect'],
  [201, 0, 'return'],
  [202, 1, 'return'],
])('the balance of hair of %i is %i to %s', (hair_value, balance_amount, balance_type) => {
  const { work } = read(without(['balance_amount', 'balance_type'], { hair_value }))
  expect(paymentIn(work)).toMatchObject({ balance_amount, balance_type })
})

test.each([
  ['hair_value', 'hair_lines'],
  ['items', 'items_total'],
])('without %s and %s the balance is asked for, too', (...figures) => {
  const lost = [...figures, 'balance_amount', 'balance_type']
  expect(read(without(lost)).problems.map(({ field }) => field)).toEqual(lost)
})

test('a field that the first row does not have is read from the second one', () => {
  const [row] = without(['clock_offset_s'])
  const { work, problems } = read([row, { clockOffsetS: -7 }])
  expect(problems).toEqual([])
  expect(paymentIn(work)).toMatchObject({ clock_offset_s: -7 })
  expect(read([row]).problems).toEqual([])
})

test('computed sums are exact to the paisa', () => {
  const { items_total: _, balance_amount: __, ...rest } = record
  const items = [{ ...record.items[0], price: 29.44, quantity: 3 }]
  const payment = { ...rest, items, hair_value: 100.1 }
  const { work } = read([{ ...entry, work: { ...entry.work, payment } }])
  expect(29.44 * 3).not.toBe(88.32)
  expect(paymentIn(work)).toMatchObject({ items_total: 88.32, balance_amount: 11.78 })
})

test('a wrong value of the office, and two rows that contradict each other, are problems', () => {
  expect(read([entry], { cash_amount: 'much' }).problems).toEqual([
    { field: 'cash_amount', found: ['much'] },
  ])
  const other = { ...stored, record: { ...record, hair_value: 752 } }
  expect(read([entry, other]).problems).toEqual([{ field: 'hair_value', found: [725, 752] }])
  expect(paymentIn(read([entry, other], { hair_value: 752 }).work)).toMatchObject({
    hair_value: 752,
  })
})

test('a damaged optional field is a problem, too, and the office can leave it out', () => {
  const rows = [{ ...entry, work: { ...entry.work, payment: { ...record, clock_offset_s: 'x' } } }]
  expect(read(rows).problems).toEqual([{ field: 'clock_offset_s', found: ['x'] }])
  const { clock_offset_s: _, ...rest } = record
  expect(paymentIn(read(rows, { clock_offset_s: null }).work)).toEqual(rest)
  expect(read([entry], { clock_offset_s: 'x' }).problems).toEqual([
    { field: 'clock_offset_s', found: ['x'] },
  ])
  expect(read([entry], { cash_amount: null }).problems).toEqual([
    { field: 'cash_amount', found: [null] },
  ])
})

test.each([
  [
    'of the usual notes',
    'Invoice CASH-1763690400000-KXQRTB, UPI reference 426811 UPI reference 5',
    '426811 UPI reference 5',
  ],
  // A search of each of the 40,000 places to the end of the line takes 15 s, three times the time limit of a test.
  ['of notes that only repeat its name', `${'UPI reference '.repeat(40_000)}\n`, ''],
])('the UPI reference %s is read within the time limit', (_notes, runner_notes, found) => {
  const { work } = entry
  const noted = { ...entry, work: { ...work, delivered: { ...work.delivered, runner_notes } } }
  const { upi_reference: _, ...payment } = record
  const { work: made } = read([{ ...noted, work: { ...noted.work, payment } }])
  expect(paymentIn(made)).toMatchObject({ upi_reference: found })
})

test('without any sign of its kind, only the kind is asked', () => {
  for (const rows of [[], [null, 'damaged', 7], [{ owner: '9000000001' }]])
    expect(read(rows)).toEqual({
      customerId: '',
      work: undefined,
      filled: [],
      problems: [{ field: 'kind', found: [] }],
    })
})

/** The same numbers for the same seed, from 0 to below 1. */
function newRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Fields that are empty when they are lost: nobody was paid for them. */
const harmless = [
  'customer_name',
  'location',
  'hair_photo_url',
  'cash_receipt_url',
  'upi_reference',
  'clock_offset_s',
]

const comparable = (payment: Row | undefined) => {
  const fields = Object.entries({
    ...payment,
    customer_id: String(Number(payment?.['customer_id'])),
  })
  return Object.fromEntries(fields.filter(([name]) => !harmless.includes(name)))
}

test('whatever is damaged, a deal is read as the phone made it, or the damaged fields are named', () => {
  const wrong = [undefined, null, -1, 'x'.repeat(2_001), {}, [[]], Number.NaN]
  const wrongIds = wrong.filter((value) => value !== -1)
  let whole = 0
  let asked = 0
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = newRandom(seed)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    // A customer with the id -1 is none, but nothing in the row tells it.
    const damageOf = (name: string) => pick(name.startsWith('customer') ? wrongIds : wrong)
    const damage = <T extends object>(value: T, share: number): T =>
      Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name,
          random() < share ? damageOf(name) : (field as unknown),
        ]),
      ) as T
    const share = random() / 2
    const work = {
      ...entry.work,
      order: damage(entry.work.order, share),
      delivered: damage(entry.work.delivered, share),
      payment: damage(record, share),
    }
    const rows = [
      { ...damage(entry, share), work: random() < 0.1 ? pick(wrong) : work },
      ...(random() < 0.5 ? [{ ...stored, record: damage(record, share) }] : []),
    ]
    const first = read(rows)
    const missing = first.problems.map(({ field }) => field)
    expect(first.work === undefined, `seed ${seed}`).toBe(missing.length > 0)
    if (missing.length > 0) asked += 1
    else whole += 1
    const kindToo = missing.includes('kind') ? { kind: 'cash-payment', ...record } : {}
    const given = Object.fromEntries(missing.map((name) => [name, (record as Row)[name]]))
    const { work: made, problems } = read(rows, { ...kindToo, ...given })
    expect(problems, `seed ${seed}`).toEqual([])
    expect({ seed, ...comparable(paymentIn(made)) }).toEqual({ seed, ...comparable(record) })
  }
  expect(whole).toBeGreaterThan(20)
  expect(asked).toBeGreaterThan(100)
})
