import { afterEach } from 'vitest'

/**
 * What a test began to send is answered before the next test teaches its portal: an attempt that crosses over
 * meets answers that were not meant for it. A test whose portal never answers fails here by its time limit.
 */
afterEach(() => navigator.locks.request('veni-outbox', () => {}))
