import { notifyManager } from '@tanstack/react-query'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '../src/api/query-client.ts'

// The default is a timer of 0 ms, which never fires while a test has stopped the clock.
notifyManager.setScheduler(queueMicrotask)

// An answer of one test must not reach the next test, and a screen of the first must not fetch it again.
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})
