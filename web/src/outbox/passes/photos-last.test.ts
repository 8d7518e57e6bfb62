import { beforeEach, expect, test } from 'vitest'
import {
  add,
  deps,
  fakeOutbox,
  settlement,
  settlementWithPhoto,
  startFakeOutbox,
} from '../../../test/fake-outbox.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { CallGuards, SendTogether, Transport } from '../deps.ts'
import { attemptTogether } from './batch.ts'
import { sendDue } from './pass.ts'

let sent: string[]
let photosEnd: (guards: CallGuards) => Promise<void>

/** Work with two steps: a record, and photos with the result that the test sets. */
const nextStep: Transport['nextStep'] = ({ id, done }) => {
  const name = ['record', 'photos'].find((step) => !done.includes(step))
  if (!name) return undefined
  const isPhotoStep = name === 'photos'
  return {
    isPhotoStep,
    run: async (_entry, guards) => {
      sent.push(`${id}:${name}`)
      if (isPhotoStep) await photosEnd(guards)
      return { kind: 'acknowledged', learned: {}, done: [name] }
    },
  }
}
const send = () => sendDue({ ...deps, nextStep })

beforeEach(() => {
  startFakeOutbox()
  sent = []
  photosEnd = () => Promise.resolve()
})

test('the records of all deals are sent before the photos of any deal', async () => {
  add('a', '7')
  add('b', '8')
  await send()
  expect(sent).toEqual(['a:record', 'b:record', 'a:photos', 'b:photos'])
  expect(fakeOutbox.entries).toEqual([])
})

test('the records are sent before the photos when an intermediary has refused the call with all records', async () => {
  const together: SendTogether = {
    isPossible: () => true,
    measure: () => 1,
    send: () => Promise.reject(new ApiFailure('status', { status: 413 })),
  }
  add('a', '7')
  add('b', '8')
  await sendDue({ ...deps, nextStep, together, attemptTogether })
  expect(sent).toEqual(['a:record', 'b:record', 'a:photos', 'b:photos'])
})

test('later work for the same customer is sent after the photos', async () => {
  add('a', '7')
  add('b', '7')
  add('c', '8')
  await send()
  expect(sent).toEqual(['a:record', 'c:record', 'a:photos', 'b:record', 'b:photos', 'c:photos'])
})

test('later work for the same customer is sent after the photos of a deal whose records were sent in a call with others', async () => {
  const together: SendTogether = {
    isPossible: ({ id }) => id !== 'handover',
    measure: () => 1,
    send: (entries) => {
      sent.push(...entries.map(({ id }) => `${id}:record`))
      const result = { kind: 'acknowledged', learned: {}, done: ['record'] } as const
      return Promise.resolve(entries.map(() => result))
    },
  }
  add('deal', '7', settlementWithPhoto('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  await sendDue({ ...deps, nextStep, together, attemptTogether })
  expect(sent.slice(0, 3)).toEqual(['deal:record', 'deal:photos', 'handover:record'])
})

test('when photos cannot be sent, the records of other customers are sent', async () => {
  photosEnd = () => Promise.reject(new ApiFailure('network'))
  add('a', '7')
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: true })
  add('b', '8')
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: true })
  expect(sent).toEqual(['a:record', 'a:photos', 'b:record', 'a:photos'])
  expect(fakeOutbox.entries.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  // Only photos are left, and no call for one is answered.
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: false })
})

test('a pass in which a part of a photo has arrived had a network', async () => {
  photosEnd = ({ noteAnswer }) => {
    noteAnswer()
    return Promise.reject(new ApiFailure('network'))
  }
  add('a', '7')
  await send()
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: true })
  expect(sent).toEqual(['a:record', 'a:photos', 'a:photos'])
})

test('a photo that waits for its next attempt does not delay the record of another customer', async () => {
  photosEnd = () => Promise.reject(new ApiFailure('bad-reply'))
  add('a', '7')
  const { nextAttemptAt } = await send()
  expect(nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
  add('b', '8')
  await send()
  expect(sent).toEqual(['a:record', 'a:photos', 'b:record', 'b:photos'])
  expect(fakeOutbox.entries.map(({ attempts }) => attempts)).toEqual([1, 1])
})

test('a photo refused after its record does not delay the delivery of the deal', async () => {
  photosEnd = () => Promise.reject(new ApiFailure('status', { status: 413, code: 'too-large' }))
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  await send()
  expect(sent.slice(0, 3)).toEqual(['deal:record', 'deal:photos', 'handover:record'])
})
