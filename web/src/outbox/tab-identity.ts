import { randomId } from '../lib/random-id.ts'

const KEY = 'outboxTab'

/**
 * Who this tab is to other senders, the same after a reload. It is put down only on the way out: a duplicate of the
 * tab, which begins with a copy of its storage, is somebody else.
 */
export function takeTabIdentity(): string {
  const identity = sessionStorage.getItem(KEY) ?? randomId()
  const pickUp = () => sessionStorage.removeItem(KEY)
  pickUp()
  window.addEventListener('pagehide', () => sessionStorage.setItem(KEY, identity))
  window.addEventListener('pageshow', pickUp)
  return identity
}
