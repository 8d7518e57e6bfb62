import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

test.each([
  ['[[1]]', 2],
  ['{"a":[{"b":1}],"c":[[2]]}', 3],
  ['"[[[["', 0],
  [String.raw`["\"[[", "\\\\", [1]]`, 2],
  ['7', 0],
])('%s has %i levels', (json, levels) => {
  expect(() => JSON.parse(json) as unknown).not.toThrow()
  expect(isDeeperThan(json, levels)).toBe(false)
  expect(isDeeperThan(json, levels - 1)).toBe(true)
})
