/** The phone's database is gone, as when a browser has found it broken; whoever has it open lets go of it. */
export const deleteDatabase = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('veni').onsuccess = resolve
  })
