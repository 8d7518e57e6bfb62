import { expect, test } from 'vitest'
import { addressOf, toAddress } from './sender-address.ts'

const CONNECTION = '10.0.0.1'
const addressFrom = (ip: string, remoteAddress: string | undefined = CONNECTION) =>
  addressOf({ ip, socket: { remoteAddress } } as Parameters<typeof addressOf>[0])

test.each([
  ['5.6.7.8', '5.6.7.8'],
  ['5.6.7.8:1000', '5.6.7.8'],
  ['5.6.7.8:', '5.6.7.8'],
  ['::ffff:5.6.7.8', '5.6.7.8'],
  ['::FFFF:0506:0708', '5.6.7.8'],
  ['[::ffff:5.6.7.8]:1000', '5.6.7.8'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is the address %s', (text, address) => {
  expect(addressFrom(text)).toBe(address)
})

test.each([
  '',
  'unknown',
  '5.6.7',
  '5.6.7.08',
  '5.6.7.8.9:1000',
  '5.6.7.8:x',
  '2001:db8:1:2:3:4:5:6:443',
  '[5.6.7.8',
  "127.0.0.1'a",
])('%j counts as the connection', (text) => {
  expect(addressFrom(text)).toBe(CONNECTION)
})

test('all without any address count as one', () => {
  expect(addressFrom('a', '')).toBe(addressFrom('b', ''))
  expect(toAddress(undefined)).toBeUndefined()
})
