import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as field from './import-fields.ts'

const parse = (name: FieldName, cell: string) => {
  const result = v.safeParse(fields[name], cell)
  return result.success ? { value: result.output } : { problem: result.issues[0].message }
}
type FieldName = keyof typeof fields
const fields = { ...field, optional: field.optional(field.wholeNumber) }

describe('a cell', () => {
  test.each<[FieldName, string, unknown]>([
    ['wholeNumber', '28', 28],
    ['runnerId', '2000000000', 2_000_000_000],
    ['optional', '', null],
    ['optional', '2', 2],
    ['phone', '', ''],
    ['phone', '+91 90000 01078', '+91 90000 01078'],
    ['runnerPhone', '+91 90000-00001', '9000000001'],
    ['email', 'a@b.in', 'a@b.in'],
    ['status', 'Hold', 'hold'],
    ['optionalDay', '', null],
    ['optionalDay', '2026-02-28', '2026-02-28'],
    ['optionalDay', '2026-02-28T00:00:00.000Z', '2026-02-28'],
    ['optionalDay', '5/2/2026', '2026-02-05'],
    ['optionalDay', '05-02-2026', '2026-02-05'],
    ['price', '1206.44', 120_644],
    ['price', '29.44', 2_944],
    ['price', '₹1,206', 120_600],
    ['minimumWeight', '', 20],
    ['minimumWeight', '40', 40],
    ['yesNo', '', true],
    ['yesNo', 'FALSE', false],
    ['yesNo', 'no', false],
  ])('%s takes "%s"', (name, cell, value) => {
    expect(parse(name, cell)).toEqual({ value })
  })

  test.each<[FieldName, string, string]>([
    ['requiredText', '', 'is missing'],
    ['text', 'x'.repeat(2_001), 'is longer than 2,000 characters'],
    ['name', 'x'.repeat(201), 'is longer than 200 characters'],
    ['note', 'x'.repeat(1_001), 'is longer than 1,000 characters'],
    ['wholeNumber', '', 'is missing'],
    ['wholeNumber', '1.5', 'is not a whole number'],
    ['wholeNumber', '0', 'is less than 1'],
    ['wholeNumber', '2147483648', 'is more than 2147483647'],
    ['runnerId', '0', 'is less than 1'],
    ['runnerId', '2000000001', 'is more than 2000000000'],
    ['optional', 'two', 'is not a whole number'],
    ['code', 'rice cooker', 'contains a space'],
    ['phone', 'none', 'is not a phone number'],
    ['runnerPhone', '90000-0000', 'is not a phone number'],
    ['email', 'nobody', 'is not an email address'],
    ['status', 'asigned', 'is not one of assigned, interested, hold, pending, delivered, rejected'],
    ['optionalDay', '2026-02-30', 'is not a date such as 2026-11-21'],
    ['optionalDay', '31/02/2026', 'is not a date such as 2026-11-21'],
    ['optionalDay', '0000-01-01', 'is not a date such as 2026-11-21'],
    ['optionalDay', '1/1/0000', 'is not a date such as 2026-11-21'],
    ['optionalDay', 'tomorrow', 'is not a date such as 2026-11-21'],
    ['price', '-5', 'is not a price in rupees such as 1206.44'],
    ['price', '1.005', 'is not a price in rupees such as 1206.44'],
    ['price', '', 'is missing'],
    ['hairPrice', '10001', 'is more than ₹10,000'],
    ['minimumWeight', 'some', 'is not a weight in grams'],
    ['minimumWeight', '-1', 'is less than 0'],
    ['yesNo', 'perhaps', 'is not yes or no'],
  ])('%s refuses "%s"', (name, cell, problem) => {
    expect(parse(name, cell)).toEqual({ problem })
  })
})
