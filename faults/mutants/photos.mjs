/** Bugs that the phone could have with its photos, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const photoMutants = [
  {
    name: 'an entry is received before its photos are sent',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [['      if (!step) {\n', '      if (!step || step.isPhotoStep) {\n']],
    killer: 'simulation',
  },
  {
    name: 'a deal is shown as received while its photos are sent',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [
      [
        "      if (step.isPhotoStep && part === 'records')",
        `      if (step.isPhotoStep) await deps.markReceived([{ ...entry, id: 'none' }])
      if (step.isPhotoStep && part === 'records')`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a photo whose upload failed counts as sent',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [
      ['    if (!isNotOffered(error)) throw error\n', '    if (isNotOffered(error)) throw error\n'],
    ],
    killer: 'simulation',
  },
  {
    name: 'a photo is deleted before the server has it',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [
      [
        '    await uploadPhoto(id, onPart)\n    const photo = await readPhotoToSend(id)\n',
        `    await changePhoto(id, ({ bytes: _, ...rest }) => rest)
    await uploadPhoto(id, onPart)
    const photo = await readPhotoToSend(id)
`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'the upload of a large photo ends after its first part',
    file: 'web/src/outbox/transport/tus.ts',
    edits: [['    if (offset === bytes.byteLength) return', '    if (offset > 0) return']],
    killer: 'simulation',
  },
  {
    name: 'a later photo whose number is taken is ignored',
    file: 'server/src/deals/later-photos-store.ts',
    edits: [
      ['case when is_taken then last + 1 else number end', 'number'],
      ['      returning number`,', '      on conflict do nothing returning number`,'],
    ],
    killer: 'server/src/ops/deals/later-photo-numbers.test.ts',
  },
  {
    name: 'the address of a later photo is stored only after its upload',
    file: 'server/src/work/receive-items.ts',
    edits: [['    : storeLaterPhotos(tx, own.work, {})', '    : Promise.resolve(false)']],
    killer: 'server/src/ops/deals/later-photo-numbers.test.ts',
  },
  {
    name: 'the record does not go before a later photo',
    file: 'web/src/outbox/stores/later-photo-store.ts',
    edits: [['isAsRecorded(stored) ? [] : entry.done', 'entry.done']],
    killer: 'web/src/outbox/stores/later-photo-store.test.ts',
  },
  {
    name: 'the address of an erased photo comes back with a repeat',
    file: 'server/src/deals/later-photos-store.ts',
    edits: [["            or stored.number = wanted.number and stored.url = ''\n", '']],
    killer: 'server/src/ops/deals/later-photos.test.ts',
  },
  {
    name: 'the office is not told of a photo that was taken later',
    file: 'server/src/deals/later-photos-store.ts',
    edits: [['  if (photos.length === 0) return false', '  if (photos.length >= 0) return false']],
    killer: 'simulation',
  },
  {
    name: 'a photo that cannot be sent delays the records of other deals',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [
      [
        "      if (step.isPhotoStep && part === 'records') return await release(id, 'records-sent', deps)\n",
        '',
      ],
    ],
    killer: 'photos last',
  },
  {
    name: 'a deal is completed without the photo that was refused at the last tap',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [['  if (gone.length > 0) throw', '  if (gone.length > 9) throw']],
    killer: 'photos',
  },
  {
    name: "a refused upload deletes a completed deal's photo",
    file: 'web/src/outbox/stores/photo-store.ts',
    edits: [
      ['      if ((await deals.has(visitId)) || (await outbox.has(visitId))) return false\n', ''],
    ],
    killer: 'web/src/outbox/stores/photo-store.test.ts',
  },
]
