/** The live region of the app, which stands from the start; see `useAnnounced`. */
export const ANNOUNCER_ID = 'announcer'
