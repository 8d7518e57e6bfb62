import { expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'

it.each([
  'localhost',
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is this machine', (host) => expect(isLoopback(host)).toBe(true))

it.each([
  '',
  '127.0.0.999',
  '127.300.1.1',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '::2',
  '[::1',
  '::1]',
  '[127.0.0.1]x',
  '::ffff:10.0.0.5',
  'localhost.',
  'localhost.example',
  '127.0.0.1.example',
])('%s may be another machine', (host) => expect(isLoopback(host)).toBe(false))
