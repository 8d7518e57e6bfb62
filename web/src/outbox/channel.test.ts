import { expect, onTestFinished, test, vi } from 'vitest'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { UnreadableRow } from '../storage/storage-problem.ts'
import { openOutboxChannel } from './channel.ts'
import type { Outcome } from './deps.ts'
import { newEntry } from './entry.ts'

const entry = newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work: rejectedWork })
const failure = { kind: 'status', detail: { status: 409 } }

/** Sends a message as a tab of any release does. @returns what this tab receives */
async function receiveMessage(message: unknown): Promise<Outcome | undefined> {
  const received = vi.fn<(outcome: Outcome | undefined) => void>()
  openOutboxChannel(received)
  const other = new BroadcastChannel('veni-outbox')
  onTestFinished(() => other.close())
  other.postMessage(message)
  await expect.poll(() => received.mock.calls).toHaveLength(1)
  return received.mock.calls[0]?.[0]
}

test('a refusal that another tab has got is received', async () => {
  expect(await receiveMessage({ kind: 'refused', entry, failure })).toMatchObject({
    kind: 'refused',
    entry,
    failure,
  })
})

test.each([
  ['of an unknown kind', { kind: 'lost', entry, failure }],
  ['without an entry', { kind: 'refused', failure }],
  ['without the failure of a refusal', { kind: 'refused', entry }],
  ['with a failure of no kind', { kind: 'refused', entry, failure: { ...failure, kind: 7 } }],
  ['without details of the failure', { kind: 'refused', entry, failure: { kind: 'status' } }],
  ['with null as details', { kind: 'refused', entry, failure: { ...failure, detail: null } }],
  ['with a text as details', { kind: 'refused', entry, failure: { ...failure, detail: '409' } }],
])('a message %s says only that the outbox has changed', async (_how, message) => {
  expect(await receiveMessage(message)).toBeUndefined()
})

test('another tab learns that this phone cannot read the row of an entry', async () => {
  const received = vi.fn<(outcome: Outcome | undefined) => void>()
  openOutboxChannel(received)
  const { publish } = openOutboxChannel(() => {})
  publish({ kind: 'failed', entry, failure: new UnreadableRow('photos') })
  await expect.poll(() => received.mock.calls).toHaveLength(1)
  expect(received.mock.calls[0]?.[0]).toHaveProperty('failure', expect.any(UnreadableRow))
})

test('a browser without channels publishes nothing', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { publish } = openOutboxChannel(() => {})
  expect(() => publish({ kind: 'received', entry })).not.toThrow()
})
