/** Loads the phones, before a test opens a server. */
import { loadPhones } from './phone-apps.ts'

await loadPhones()
