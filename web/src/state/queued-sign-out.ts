/** A sign-out that the server has not received yet. It is sent when there is network again, also after the next start. */
const KEY = 'signOutOwed'

export const isSignOutQueued = () => localStorage.getItem(KEY) !== null
export const queueSignOut = () => localStorage.setItem(KEY, 'true')
export const clearQueuedSignOut = () => localStorage.removeItem(KEY)
