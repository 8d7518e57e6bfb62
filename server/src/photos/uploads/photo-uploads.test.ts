import { expect, test } from 'vitest'
import { isUploadOf } from './photo-uploads.ts'

const hex = '0123456789abcdef'.repeat(2)

test.each([
  [`1-${hex}`, true],
  [`11-${hex}`, false],
  [`2-${hex}`, false],
  [`-${hex}`, false],
  [`1-${hex}0`, false],
  [`1-${hex.slice(1)}`, false],
  [`1-${hex.slice(1)}g`, false],
  [`1-${hex}.json`, false],
  [`../1-${hex}`, false],
])('the upload %s is of runner 1: %s', (id, expected) => {
  expect(isUploadOf(id, 1)).toBe(expected)
})
