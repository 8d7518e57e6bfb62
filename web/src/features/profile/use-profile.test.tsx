import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { newCashDeal } from '../../../test/deals.ts'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { queryClient, sessionKey } from '../../api/query-client.ts'
import { WithAnswers } from '../../api/query-hooks.tsx'
import { storeDeal } from '../../outbox/stores/deal-store.ts'
import { owner, session } from '../../state/session.ts'
import { useProfile } from './use-profile.ts'

test('a read that starts after another runner has signed in still reads the deals of the first runner', async () => {
  startStandInServer()
  signInRunner()
  const first = { owner: owner(), session: session.get()! }
  await storeDeal({ ...newCashDeal(), owner: first.owner })
  const { result } = await renderHook(() => useProfile(first.session), { wrapper: WithAnswers })
  await expect.poll(() => result.current.isReading).toBe(false)
  const query = queryClient.getQueryCache().find({ queryKey: sessionKey('deals') })

  signInRunner('2', 'Lakshmi Devi')
  await expect(query?.fetch()).resolves.toMatchObject([{ owner: first.owner }])
})
