import { fetchMessages } from '../src/i18n/language.ts'

// In the app the routes wait for the messages of a screen. A test shows a screen without the routes.
await fetchMessages('signIn', 'home', 'rest')
