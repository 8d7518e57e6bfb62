import { afterEach, beforeEach } from 'vitest'

/**
 * What a test writes to console.error is a bug that nobody has looked at, React's warnings among
 * them. A test that means to cause an error replaces console.error itself.
 */
const write = console.error

/** @type {unknown[][]} */
let errors = []

beforeEach(() => {
  errors = []
  console.error = (...parts) => {
    errors.push(parts)
    write(...parts)
  }
})

afterEach(() => {
  console.error = write
  if (errors.length > 0) throw new Error(`console.error was called: ${errors.join('; ')}`)
})
