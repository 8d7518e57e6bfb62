import { afterEach, beforeEach } from 'vitest'

/**
 * Every output on console.error fails the test, also a warning of React. A test that expects an
 * error replaces console.error.
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
