import { createEvent } from '../lib/event.ts'

/** A photo, by id, is no longer on the phone while a screen may still show it: its host refused it, or another tab. */
export const { subscribe: onPhotoGone, publish: publishPhotoGone } = createEvent<string>()
