import type { ReconciledItem } from '@veni/domain/api/reconciliation'
import { expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { createReconcilingServer } from '../../../test/reconciling-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { OtherRunner } from '../deps.ts'
import { storeDeal } from '../stores/deal-store.ts'
import { readEntry } from '../stores/entry-store.ts'
import { reconcileOwn, sealing } from './phone-reconciliation.ts'

test.each([
  ['makes the entry of a deal again while its runner is signed in', true, true],
  ['makes none when another tab has signed the runner out', false, expect.any(OtherRunner)],
])('a comparison %s', async (_what, isSignedIn, outcome) => {
  const owner = signInRunner()
  const visitId = randomId()
  await storeDeal({ ...newSettlementDeal(), visitId, owner })
  const { answer } = createReconcilingServer()
  startStandInServer().answer('POST /api/reconciliation', ({ body }) =>
    json(answer(body as { items: readonly ReconciledItem[] })),
  )
  const { public_key: publicKey } = await newSealingKeys()
  // Another tab signs the runner out after the server has been asked.
  const find = vi.spyOn(sealing, 'findPublicKey').mockResolvedValueOnce(publicKey)
  find.mockResolvedValue(isSignedIn ? publicKey : undefined)
  const comparison = reconcileOwn(owner, () => Promise.resolve())
  expect(await comparison.catch((error: unknown) => error)).toEqual(outcome)
  expect((await readEntry(visitId)) !== undefined).toBe(isSignedIn)
})
