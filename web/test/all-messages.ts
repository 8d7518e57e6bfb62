import { fetchMessages } from '../src/i18n/language.ts'

// A screen that a test shows by itself has not come through the routes, which wait for its messages.
await fetchMessages('signIn', 'home', 'rest')
