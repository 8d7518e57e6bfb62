/** Deletes the phone's database, as a browser does with a damaged one. Every open connection is closed. */
export const deleteDatabase = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('veni').onsuccess = resolve
  })
