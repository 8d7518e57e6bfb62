import { afterEach } from 'vitest'
import { forgetQueries } from '../src/api/query-registry.ts'

// What one test's portal answered is no answer of the next one's.
afterEach(forgetQueries)
