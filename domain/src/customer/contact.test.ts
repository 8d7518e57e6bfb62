import { expect, test } from 'vitest'
import { makeDirectionsLink, makeTelLink, makeWhatsAppLink } from './contact.ts'

test.each([
  ['9000002908', 'tel:9000002908'],
  [' 90000 02908 ', 'tel:9000002908'],
  ['+91-90000.02908', 'tel:+919000002908'],
  ['(040) 2345 6789', 'tel:04023456789'],
  ['108', 'tel:108'],
  ['9000002908 / 9000002909', 'tel:9000002908'],
  ['9000002908,9000002909', 'tel:9000002908'],
  ['Ph: 9000002908 (son)', 'tel:9000002908'],
  ['+123 456 789 012 345', 'tel:+123456789012345'],
])('makeTelLink converts %j to %s', (mobile, link) => {
  expect(makeTelLink(mobile)).toBe(link)
})

test.each(['', '  ', 'not known', '-', '12', '1234567890123456', '9000002908 9000002909'])(
  '%j gives no phone link and no WhatsApp link',
  (mobile) => {
    expect(makeTelLink(mobile)).toBeUndefined()
    expect(makeWhatsAppLink(mobile)).toBeUndefined()
  },
)

test.each([
  ['9000002908', '919000002908'],
  ['090000 02908', '919000002908'],
  ['+91 90000 02908', '919000002908'],
  ['0091 9000002908', '919000002908'],
  ['919000002908', '919000002908'],
  ['+1 (415) 555-2671', '14155552671'],
])('makeWhatsAppLink converts %j to the number %s', (mobile, number) => {
  expect(makeWhatsAppLink(mobile)).toBe(`https://wa.me/${number}`)
})

test.each(['108', '040 2345678', '2345678901', '00000'])('%j gives no WhatsApp link', (mobile) => {
  expect(makeWhatsAppLink(mobile)).toBeUndefined()
})

test('the directions link contains the whole address, encoded', () => {
  const address = 'H.No 4-1/2 & #3, చిట్యాల, Nalgonda'
  const [start, destination = ''] = makeDirectionsLink(` ${address} `)?.split('&destination=') ?? []
  expect(start).toBe('https://www.google.com/maps/dir/?api=1')
  expect(destination).not.toMatch(/[&#]/)
  expect(decodeURIComponent(destination)).toBe(address)
})

test('an empty address gives no directions link', () => {
  expect(makeDirectionsLink('  ')).toBeUndefined()
})
