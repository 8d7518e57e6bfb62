import { deleteDatabase as deleteNamed } from '../src/storage/database.ts'
import { bucket } from '../src/storage/phone-storage.ts'

/** Deletes the phone's database, as a browser does with a damaged one. Every open connection is closed. */
export const deleteDatabase = async () => deleteNamed(await bucket.findIndexedDB(), 'veni')
