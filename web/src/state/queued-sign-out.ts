/** A logout that the server does not know of yet: it is told when there is network again, the next start included. */
const KEY = 'signOutOwed'

export const isSignOutQueued = () => localStorage.getItem(KEY) !== null
export const queueSignOut = () => localStorage.setItem(KEY, 'true')
export const clearQueuedSignOut = () => localStorage.removeItem(KEY)
