import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { signInRunner } from '../../test/runner.ts'
import { session } from '../state/session.ts'
import { useTypedField } from './use-typed-field.ts'

test('a field takes what is typed also after the same runner has signed in again in another tab', async () => {
  signInRunner()
  const { result } = await renderHook(() => useTypedField('visit', 'cashAmount'))
  result.current[1]('1')
  await expect.poll(() => result.current[0]).toBe('1')
  const signedIn = session.get()
  session.set(signedIn && { ...signedIn })
  result.current[1]('12')
  await expect.poll(() => result.current[0]).toBe('12')
})
