import { beforeEach, expect, test, vi } from 'vitest'
import { WAKE_MESSAGE } from './channel.ts'
import type { PassResult } from './deps.ts'
import { createWorkerSender } from './worker-sender.ts'

const SENT: PassResult = { nextAttemptAt: undefined, stoppedBy: undefined, isAnswered: true }
const NO_NETWORK: PassResult = { ...SENT, stoppedBy: 'network' }
const WAITING: PassResult = { ...SENT, nextAttemptAt: 1 }

const sendOnce = vi.fn<() => Promise<PassResult>>()
const reconcileAfter = vi.fn<(result: PassResult) => Promise<boolean>>()
beforeEach(() => {
  sendOnce.mockReset().mockResolvedValue(SENT)
  reconcileAfter.mockReset().mockResolvedValue(false)
})

const page = (visibilityState: DocumentVisibilityState) => ({
  visibilityState,
  postMessage: vi.fn<(message: string) => void>(),
})
const wake = (...pages: readonly ReturnType<typeof page>[]) =>
  createWorkerSender(() => Promise.resolve(pages), { sendOnce, reconcileAfter })()

test('a visible page sends, and the worker does not', async () => {
  const pages = [page('hidden'), page('visible')]
  await wake(...pages)
  for (const { postMessage } of pages) expect(postMessage.mock.calls).toEqual([[WAKE_MESSAGE]])
  expect(sendOnce).not.toHaveBeenCalled()
})

test.each([
  ['without a page', []],
  ['beside a page in the background, which may be frozen', [page('hidden')]],
])('the worker sends %s, and compares once', async (_where, pages) => {
  await wake(...pages)
  expect(sendOnce).toHaveBeenCalledTimes(1)
  expect(reconcileAfter.mock.calls).toEqual([[SENT]])
})

test.each([
  ['without a network', NO_NETWORK],
  ['after the end of an epoch', { ...SENT, stoppedBy: 'epoch-ended' }],
  ['with an entry that waits for a time', WAITING],
] as const)('the browser is to try again %s', async (_when, result) => {
  sendOnce.mockResolvedValue(result)
  await expect(wake()).rejects.toThrow('Some entries still wait to be sent')
})

test('work of a runner who has to sign in waits for the app', async () => {
  sendOnce.mockResolvedValue({ ...SENT, stoppedBy: 'signed-out' })
  await expect(wake()).resolves.toBeUndefined()
})

test('what a comparison puts back is sent at once', async () => {
  reconcileAfter.mockResolvedValue(true)
  await expect(wake()).resolves.toBeUndefined()
  expect(sendOnce).toHaveBeenCalledTimes(2)
})

test.each([NO_NETWORK, WAITING])(
  'the browser is to try again when what a comparison puts back still waits',
  async (second) => {
    reconcileAfter.mockResolvedValue(true)
    sendOnce.mockResolvedValueOnce(SENT).mockResolvedValueOnce(second)
    await expect(wake()).rejects.toThrow('Some entries still wait to be sent')
  },
)
