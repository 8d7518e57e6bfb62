import { expect, test } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { signInAtPlainPortal } from '../../../../test/runner.ts'
import { json, startStandInServer } from '../../../../test/stand-in-server.ts'
import { onOutcome } from '../../../outbox/page-outbox.ts'
import { currentToast, dismissToast } from '../../../ui/message/toast-store.ts'
import { sendStatus } from './send-status.ts'
import { statusUpdate } from './status-actions.ts'

test('only the first failed attempt alerts the runner; the update is sent again all the same', async () => {
  signInAtPlainPortal()
  const server = startStandInServer()
  server.answer('PUT /api/customers/7', json({}, 500))
  const outcomes: string[] = []
  const stop = onOutcome(({ kind }) => outcomes.push(kind))
  dismissToast()
  await sendStatus(newCustomer({ id: '7' }), statusUpdate('rejected'))
  await expect.poll(() => currentToast.get()?.open).toBe(true)
  dismissToast()
  await expect.poll(() => outcomes).toEqual(['failed', 'failed'])
  expect(currentToast.get()?.open).not.toBe(true)
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  await expect.poll(() => outcomes).toEqual(['failed', 'failed', 'received'])
  stop()
})
