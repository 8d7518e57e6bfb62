import { expect, it } from 'vitest'
import { SCRIPT_ZEROS, toPlainDigits } from './digits.ts'

it.each([
  ['5 lakh', '5 lakh'],
  ['౫౦౦౦౦౦', '500000'],
  ['५०', '50'],
  ['٥٠', '50'],
  ['５００', '500'],
  ['UTR-౪2', 'UTR-42'],
  ['ＵＴＲ', 'UTR'],
])('reads %j as %j', (text, plain) => expect(toPlainDigits(text)).toBe(plain))

it('reads the digits of every script of India', () => {
  const scripts = [
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
    'Arab',
    'Mtei',
    'Olck',
  ]
  for (const script of scripts) {
    const isOfScript = new RegExp(String.raw`^\p{Script_Extensions=${script}}$`, 'u')
    const digits = SCRIPT_ZEROS.map((zero) => String.fromCodePoint(zero + 5)).filter((digit) =>
      isOfScript.test(digit),
    )
    expect(digits.map(toPlainDigits), script).toContain('5')
  }
})

it('gives each digit its own value', () => {
  for (const zero of SCRIPT_ZEROS)
    expect(
      toPlainDigits(String.fromCodePoint(...Array.from({ length: 10 }, (_, at) => zero + at))),
    ).toBe('0123456789')
})
