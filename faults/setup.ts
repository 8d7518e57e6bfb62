/** Loads the phones, before a test opens a server. */
import { loadPhones, MOST_PHONES } from './phone-apps.ts'

await loadPhones(MOST_PHONES)
