import { beforeEach, expect, test } from 'vitest'
import {
  add,
  fakeOutbox,
  settlement,
  settlementWithPhoto,
  startFakeOutbox,
} from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import type { StandInServer } from '../../../test/stand-in-server.ts'
import { answerWork, batchDeps, listSentIds, WORK_CALL } from '../../../test/work-calls.ts'
import { createBatchSize } from './batch-size.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
  signInRunner()
  server.answer(WORK_CALL, answerWork)
})

/** Calls of at most two entries. */
const pairs = () => ({ ...createBatchSize(), entries: () => 2 })

test('work that follows a deal without photos, or comes before one with photos, is in the same call', async () => {
  add('deal', '7', settlement('INV-1'))
  add('status', '7')
  add('earlier status', '8')
  add('deal with photo', '8', settlementWithPhoto('INV-2'))
  add('later status', '8')
  await sendDue(batchDeps)
  expect(listSentIds(server)).toEqual([
    ['deal', 'status', 'earlier status', 'deal with photo'],
    ['later status'],
  ])
})

test('no work is sent before earlier work of its customer that waits for the next call', async () => {
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('other', '8')
  add('status', '7')
  await sendDue({ ...batchDeps, batchSize: pairs() })
  const sent = listSentIds(server)
  expect(sent[0]).toEqual(['deal', 'other'])
  expect(sent.slice(1).flat()).toEqual(['handover', 'status'])
  expect(fakeOutbox.entries).toEqual([])
})

test('no work is sent before earlier work of its customer that did not fit into the call', async () => {
  add('large', '8')
  add('first', '7')
  add('second', '7')
  // Each of the first two is too large for a call with another one.
  const measure = ({ id }: { readonly id: string }) => (id === 'second' ? 10 : 10 * 1024)
  const together = { ...batchDeps.together, measure }
  await sendDue({ ...batchDeps, batchSize: pairs(), together })
  expect(listSentIds(server)).toEqual([['large'], ['first', 'second']])
})
