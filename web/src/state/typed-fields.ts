/**
 * What a runner has typed into a form that is not sent yet, stored with the visit. A page that the camera has closed
 * shows it again. The texts are stored as they were typed; each form parses its own.
 */
import * as v from 'valibot'
import { writeStored } from '../lib/stored-text.ts'
import { readStored } from '../lib/stored-value.ts'
import { createValueStore, type ValueStore } from '../lib/value-store.ts'
import { storeVisitRow, nextVersion, type VisitRow } from './visit-rows.ts'
import { owner, session } from './session.ts'

const textsSchema = v.record(v.string(), v.string())
type Texts = v.InferOutput<typeof textsSchema>
/** `of` is their runner; '' before the sign-in. A field of an earlier release has none. */
const fieldsSchema = v.object({
  version: v.number(),
  texts: textsSchema,
  of: v.optional(v.string(), ''),
})
type Fields = Omit<v.InferOutput<typeof fieldsSchema>, 'of'>

const TYPED_PREFIX = 'typed_'
const stores = new Map<string, ValueStore<Fields>>()

// No field of one runner may show for another. Fields that are still in session storage are read again.
session.subscribe(() => stores.clear())

/** @param scope the id of the visit, or another name while there is no visit */
export function typedFields(scope: string): ValueStore<Fields> {
  const known = stores.get(scope)
  if (known) return known
  const stored = readStored(sessionStorage, TYPED_PREFIX + scope, fieldsSchema)
  const isShown = stored && ['', owner()].includes(stored.of)
  const store = createValueStore<Fields>(isShown ? stored : { version: 0, texts: {} })
  stores.set(scope, store)
  return store
}

export function typeText(scope: string, field: string, text: string): void {
  change(scope, { ...typedFields(scope).get().texts, [field]: text })
}

/** The form was sent, or given up. @param start of its fields' names, where the scope has several forms */
export function deleteTyped(scope: string, start = ''): void {
  const typed = Object.entries(typedFields(scope).get().texts)
  const left = typed.filter(([field]) => !field.startsWith(start))
  if (left.length < typed.length) change(scope, Object.fromEntries(left))
}

function change(scope: string, texts: Texts): void {
  const version = nextVersion()
  show(scope, { version, texts })
  const isEmpty = Object.keys(texts).length === 0
  storeVisitRow(TYPED_PREFIX + scope, isEmpty ? { version } : { version, value: texts })
}

function show(scope: string, fields: Fields): void {
  writeStored(sessionStorage, TYPED_PREFIX + scope, { ...fields, of: owner() })
  typedFields(scope).set(fields)
}

/** Takes what the phone's database has, where it is newer than what this tab has. */
export function adoptTyped(name: string, { version, value }: VisitRow): void {
  if (!name.startsWith(TYPED_PREFIX)) return
  const scope = name.slice(TYPED_PREFIX.length)
  if (version <= typedFields(scope).get().version) return
  const texts = v.safeParse(textsSchema, value)
  show(scope, { version, texts: texts.success ? texts.output : {} })
}
