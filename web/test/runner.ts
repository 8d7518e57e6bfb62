import { startSession } from '../src/state/session.ts'
import { phoneDatabase } from './phone-database.ts'

/** Signs a runner in with a phone number that no other test has, so that tests share no stored data. @returns it */
export function signInRunner(id = '1', name = 'Ravi Kumar'): string {
  const phone = newPhone()
  startSession(phone, { id, name })
  return phone
}

/** As {@link signInRunner}, with a plain portal: any JSON answers an update, and 404 is not a refusal. */
export function signInAtPlainPortal(): string {
  const phone = newPhone()
  startSession(phone, undefined)
  return phone
}

/** A phone number that no other test has. */
export function newPhone(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `9${String(random % 1_000_000_000).padStart(9, '0')}`
}

/** All entries of the outbox, of every runner. */
export async function storedEntries(): Promise<unknown[]> {
  return (await phoneDatabase()).getAll('outbox')
}
