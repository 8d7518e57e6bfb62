/** Loads the phones of the restore tests, before a test opens a server. */
import { loadPhones } from '../phone-apps.ts'

await loadPhones(5)
