import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { forgetQueries } from '../src/api/query-registry.ts'

// What one test's portal answered is no answer of the next one's; nor does a screen that still stands ask for it again.
afterEach(async () => {
  await cleanup()
  forgetQueries()
})
