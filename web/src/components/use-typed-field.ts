import { useCallback } from 'react'
import { useValue } from '../lib/use-value.ts'
import { session } from '../state/session.ts'
import { typedFields, typeText } from '../state/typed-fields.ts'

/**
 * The text of a field, stored on the phone until the form is sent.
 * @returns undefined before the first change
 */
export function useTypedField(scope: string, field: string) {
  // A sign-in in another tab makes a new store of the fields.
  useValue(session)
  const text = useValue(typedFields(scope)).texts[field]
  const setText = useCallback((next: string) => typeText(scope, field, next), [scope, field])
  return [text, setText] as const
}
