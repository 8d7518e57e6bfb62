import { expect, test } from 'vitest'
import { paise } from '../money.ts'
import { isUpiId, makeUpiPaymentLink } from './upi.ts'

const request = {
  payeeId: 'veni.pay@okaxis',
  payeeName: 'Veni',
  amountPaise: paise(50_44),
  note: 'Veni #26',
}

test('a link contains payee, amount in rupees and note', () => {
  expect(makeUpiPaymentLink(request)).toBe(
    'upi://pay?pa=veni.pay@okaxis&pn=Veni&am=50.44&cu=INR&tn=Veni%20%2326',
  )
})

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [29_44, '29.44'],
  [1_206_05, '1206.05'],
  // With floats, 1234567.89 × 100 is not a whole number.
  [123_456_789, '1234567.89'],
])('%d paise become am=%s', (amount, text) => {
  const link = makeUpiPaymentLink({ ...request, amountPaise: paise(amount) })
  expect(link).toContain(`&am=${text}&`)
})

test('special characters in name and note do not change the other parameters', () => {
  const payeeName = 'A&am=1.00#'
  const note = 'జుట్టు & products=2%'
  const [start, query = ''] = makeUpiPaymentLink({ ...request, payeeName, note }).split('?')
  const parameters = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent))
  expect(start).toBe('upi://pay')
  expect(Object.fromEntries(parameters)).toEqual({
    pa: 'veni.pay@okaxis',
    pn: payeeName,
    am: '50.44',
    cu: 'INR',
    tn: note,
  })
})

test.each([0, -1])('an amount of %d paise throws', (amount) => {
  expect(() => makeUpiPaymentLink({ ...request, amountPaise: paise(amount) })).toThrow(RangeError)
})

test('a payee that is not a UPI id throws', () => {
  expect(() => makeUpiPaymentLink({ ...request, payeeId: 'veni&am=1' })).toThrow(RangeError)
})

test.each(['veni@upi', '9000000001@ybl', 'veni-pay_1.x@kotak811', '12345@HDFC0000001.ifsc.npci'])(
  '%s is a UPI id',
  (text) => {
    expect(isUpiId(text)).toBe(true)
  },
)

test.each([
  '',
  'veni',
  '@upi',
  'veni@',
  'veni@u',
  'pay@veni.example',
  've ni@upi',
  ' veni@upi',
  'veni@upi\n',
  'veni@upi&am=1',
  'a@b@upi',
])('%j is not a UPI id', (text) => {
  expect(isUpiId(text)).toBe(false)
})
