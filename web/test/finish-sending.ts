import { afterEach } from 'vitest'

/**
 * Waits until all attempts of a test are answered. Otherwise they would get the answers of the next test.
 * A test whose server never answers fails here by its time limit.
 */
afterEach(() => navigator.locks.request('veni-outbox', () => {}))
