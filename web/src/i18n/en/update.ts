/** The offer of a new version of the app. */
export const updateMessages = {
  'update.ready': 'A new version of Veni is on this phone.',
  'update.now': 'Update now',
} as const
