import { useCallback } from 'react'
import { useValue } from '../lib/use-value.ts'
import { typedFields, typeText } from '../state/typed-fields.ts'

/**
 * A field's text, kept on the phone for as long as the form is not sent.
 * @returns undefined for a field that nobody has typed into
 */
export function useTypedField(scope: string, field: string) {
  const text = useValue(typedFields(scope)).texts[field]
  const setText = useCallback((next: string) => typeText(scope, field, next), [scope, field])
  return [text, setText] as const
}
