import { startSession } from '../src/state/session.ts'
import { phoneDatabase } from './phone-database.ts'

/** Signs a runner in with a phone no other test has, so that nothing stored is shared. @returns the phone */
export function signInRunner(id = '1', name = 'Ravi Kumar'): string {
  const phone = newPhone()
  startSession(phone, { id, name })
  return phone
}

/** As {@link signInRunner}, where no server of ours is: any JSON is an answer to an update, and 404 is no refusal. */
export function signInAtPlainPortal(): string {
  const phone = newPhone()
  startSession(phone, undefined)
  return phone
}

function newPhone(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `9${String(random % 1_000_000_000).padStart(9, '0')}`
}

/** Everything the outbox holds, of whichever runner. */
export async function storedEntries(): Promise<unknown[]> {
  return (await phoneDatabase()).getAll('outbox')
}
