/** Syncs that the server could leave out, one at a time. Only a power cut shows that they are missing. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const powerMutants = [
  {
    name: 'a photo is acknowledged before its bytes are on the disk',
    file: 'server/src/photos/disk-photo-store.ts',
    edits: [['      await file.sync()\n', '']],
    killer: 'power cuts',
  },
  {
    name: 'a photo is acknowledged before its name is on the disk',
    file: 'server/src/photos/disk-photo-store.ts',
    edits: [['of [dirname(target), folder, dirname(folder)]', 'of [folder, dirname(folder)]']],
    killer: 'power cuts',
  },
  {
    name: 'the photo of an erased customer may come back',
    file: 'server/src/photos/disk-photo-store.ts',
    edits: [['  await ifThere(syncToDisk(dirname(file)))\n', '']],
    killer: 'power cuts',
  },
  {
    name: 'a part of a photo is acknowledged before it is on the disk',
    file: 'server/src/photos/uploads/partial-uploads.ts',
    edits: [['      await this.#syncUpTo(id, end)\n      return end\n', '      return end\n']],
    killer: 'power cuts',
  },
  {
    name: 'bytes that a power cut may have lost count as sent',
    file: 'server/src/photos/uploads/partial-uploads.ts',
    edits: [['.size > end) await', '.size < end) await']],
    killer: 'uploads',
  },
  {
    name: 'a starting server cuts off what another one is receiving',
    file: 'server/src/config/file-lock.ts',
    edits: [['    if (own !== undefined) await prepare()\n', '    await prepare()\n']],
    killer: 'server/test/uploads/upload-kill.test.ts',
  },
  {
    name: 'an upload may be lost with its acknowledged parts',
    file: 'server/src/photos/uploads/partial-uploads.ts',
    edits: [['      await syncToDisk(this.directory)\n', '']],
    killer: 'power cuts',
  },
  {
    name: 'a new folder may be lost with everything in it',
    file: 'server/src/config/folders.ts',
    edits: [['  if (first === undefined) return\n', "  if (first !== '') return\n"]],
    killer: 'simulated disk',
  },
  {
    name: 'a commit is acknowledged before the log of the database is on the disk',
    file: 'server/src/db/embedded/durable-file-system.ts',
    edits: [
      [
        '  if (stream.nfd !== undefined) fsyncSync(stream.nfd)\n',
        '  if (stream.nfd !== undefined) return\n',
      ],
    ],
    killer: 'power cuts',
  },
  {
    name: 'PostgreSQL acknowledges a commit before its log is on the disk',
    file: 'server/src/db/connections.ts',
    edits: [['max: POOL_SIZE, ', "max: POOL_SIZE, options: '-c synchronous_commit=off', "]],
    killer: 'power cuts',
  },
  {
    name: 'a backup is complete before its files are on the disk',
    file: 'server/src/backup/whole-folder.ts',
    edits: [['    await syncTreeToDisk(current)\n', '']],
    killer: 'power cuts',
  },
  {
    name: 'a complete backup may lose its name',
    file: 'server/src/backup/whole-folder.ts',
    edits: [['    await syncToDisk(dirname(folder))\n', '']],
    killer: 'power cuts',
  },
]
