import { notifyManager } from '@tanstack/react-query'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '../src/api/query-client.ts'

// Its default is a timer of 0 ms, which a stopped clock would hold back.
notifyManager.setScheduler(queueMicrotask)

// An answer of one test must not reach the next one; nor may a screen that still stands ask for it again.
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})
