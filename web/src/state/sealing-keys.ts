/**
 * The public keys of the runners who have signed in on this phone and whose work is not sealed yet, by owner. The session
 * has no key after the runner has asked for a new code, and none of the runner before.
 */
import { parseText, writeStored } from '../lib/stored-text.ts'
import { LEAVING_KEY, addLeaving, owner, readLeaving } from './session.ts'

const SEALING_KEYS_KEY = 'sealingKeys'

type Keys = Readonly<Record<string, string>>

function readKeys(): Keys {
  const stored = parseText(localStorage.getItem(SEALING_KEYS_KEY))
  return typeof stored === 'object' && stored !== null ? (stored as Keys) : {}
}

export const sealingKeyOf = (ofOwner: string): string | undefined => readKeys()[ofOwner]

/** To be called with each sign-in at our server. It ends the sessions of all other runners, as a sign-out of theirs does. */
export function storeSealingKey(ofOwner: string, publicKey: string): void {
  const others = Object.keys(readKeys()).filter((one) => one !== ofOwner)
  if (others.length > 0) addLeaving(others)
  writeStored(localStorage, SEALING_KEYS_KEY, { ...readKeys(), [ofOwner]: publicKey })
}

/** To be called when nothing of the runner is readable any longer, or the runner has signed in again. */
export function removeLeaving(leaving: string): void {
  const others = readLeaving().filter((one) => one !== leaving)
  if (others.length > 0) writeStored(localStorage, LEAVING_KEY, others)
  else localStorage.removeItem(LEAVING_KEY)
  if (owner() === leaving) return
  const keys = Object.entries(readKeys()).filter(([one]) => one !== leaving)
  writeStored(localStorage, SEALING_KEYS_KEY, Object.fromEntries(keys))
}
