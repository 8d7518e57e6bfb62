/** A logout that the server does not know of yet: it is told when there is network again, the next start included. */
const KEY = 'signOutOwed'

export const isSignOutOwed = () => localStorage.getItem(KEY) !== null
export const oweSignOut = () => localStorage.setItem(KEY, 'true')
export const settleSignOut = () => localStorage.removeItem(KEY)
