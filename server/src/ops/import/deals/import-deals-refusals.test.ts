import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cashDeal,
  itemsDeal,
  newDamagedFile,
  newEntry,
  newFile,
} from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import type { Db } from '../../../db/client.ts'
import { cashPayments, orders, sessions } from '../../../db/schema.ts'
import { runStep } from '../../../work/run-step.ts'

describe.each(opsWays)('npm run ops -- import deals, refusals, %s', (_, kind) => {
  const server = useOps(kind)
  const { folder, importFile, importText, adoptFile } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  test('refuses a whole entry with the reason, and imports the others', async () => {
    const { file, changed, names } = await fileWithRefusals(server.deps.db)
    const { code, printed, errors } = await importFile(file)
    expect(code).toBe(1)
    expect(printed).toEqual([
      `${names.taken}: added`,
      `${names.lost}: added, 1 of its photos is not in the file`,
      'Imported deals: 2 added, 0 already stored, 8 refused.',
    ])
    expect(errors.toSorted()).toEqual(
      [
        `${names.unknown}: refused, The record does not exist, or it belongs to another runner.`,
        `${names.badPhoto}: refused, File size too large. Maximum 5MB allowed.`,
        `${names.second}: refused, This visit has another deal already. (visit_id has another deal already)`,
        `${names.damaged}: refused, it is damaged: work.settlement is not as expected. Try npm run ops -- deals adopt FILE`,
        `${names.other}: refused, a newer app made it: update this server first`,
        `${names.other}: refused, it belongs to another runner`,
        'entry 1: refused, it is damaged: entry is not as expected. Try npm run ops -- deals adopt FILE',
        `${names.taken}: refused, the runner has not confirmed it`,
      ].toSorted(),
    )
    // Nothing of a cash payment with a refused photo is stored, not even its order.
    expect(await server.deps.db.$count(orders, eq(orders.customerId, changed.id))).toBe(0)
    expect(await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, changed.id))).toBe(
      0,
    )
    // The import opens no session.
    expect(await server.deps.db.$count(sessions)).toBe(0)
  })

  test.each<[string, string, string]>([
    ['an empty file', '', 'The file is empty.'],
    ['a picture', '\u00FF\u00D8\u00FF', 'This is not a file of unsent deals from the app.'],
    ['other JSON', '{"orders":[]}', 'This is not a file of unsent deals from the app.'],
    [
      'a file that was cut off',
      JSON.stringify(newFile([])).slice(0, -1),
      'The file is cut off or damaged; export it from the phone again.',
    ],
    [
      'a file of a newer app',
      JSON.stringify({ ...newFile([]), version: 3 }),
      'This file is of version 3, and this server reads versions up to 2. Update the server.',
    ],
    [
      'a file without its entries',
      JSON.stringify({ ...newFile([]), entries: undefined }),
      'The file is damaged: its field entries is not as the app writes it.',
    ],
    [
      'a file of a million empty values',
      JSON.stringify({ ...newFile([]), photos: 'all' }).replace('"all"', `[${'0,'.repeat(1e6)}0]`),
      'The file has more values than a phone can export.',
    ],
    [
      'a file of a million lists in each other',
      JSON.stringify({ ...newFile([]), photos: 'all' }).replace('"all"', '['.repeat(1e6)),
      'The file has more values than a phone can export.',
    ],
    [
      'a file of a million objects in each other',
      JSON.stringify({ ...newFile([]), photos: 'all' }).replace('"all"', '{"":'.repeat(1e6)),
      'The file has more values than a phone can export.',
    ],
    [
      'a file of more entries than a phone can store',
      JSON.stringify({ ...newFile([]), entries: Array.from({ length: 50_001 }, () => 0) }),
      'The file is damaged: its field entries is not as the app writes it.',
    ],
  ])('refuses %s in one sentence', async (__, text, sentence) => {
    expect(await importText(text)).toEqual({ code: 1, printed: [], errors: [sentence] })
  })

  test('refuses only the entry with thousands of levels', async () => {
    const levels = 31_000
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const text = JSON.stringify({ ...newFile([]), entries: ['deep'] }).replace('"deep"', deep)
    expect((await importText(text)).printed.at(-1)).toBe(
      'Imported deals: 0 added, 0 already stored, 1 refused.',
    )
  })

  test('refuses an entry with more values than a phone writes before it looks at them', async () => {
    const { entry } = await itemsDeal((await newCustomer(server.deps.db)).id)
    const photos = Array.from({ length: 501 }, () => ({ id: 'a', role: 'packet' }))
    const long = { ...entry, work: { ...entry.work, photos } }
    const { errors } = await importText(JSON.stringify({ ...newFile([]), entries: [long] }))
    expect(errors).toContainEqual(expect.stringContaining('entry 1'))
    expect(errors.join()).toContain('it has more levels or values than the app writes')
  })

  test.each(['\0', '\uD800'])(
    'refuses only what has a text that no database stores: %j',
    async (text) => {
      const good = await itemsDeal((await newCustomer(server.deps.db)).id)
      const status = newEntry(1, { kind: 'customer-update', body: { status: 'hold' } })
      const delivery = newEntry(1, { kind: 'settlement-delivered', invoiceId: text })
      const row = { collection: 'deals', key: text, owner: RAVI.phone, row: {} }
      const file = newDamagedFile([good], [row])
      const entries = [{ ...status.entry, customerId: text }, delivery.entry, good.entry]
      const { printed } = await importFile({ ...file, entries })
      expect(printed).toEqual([
        `${good.name}: added`,
        'Imported deals: 1 added, 0 already stored, 3 refused.',
      ])
      const adopted = await adoptFile({ ...file, entries: [{ ...entries[0], state: 7 }] })
      expect(adopted.printed.at(-1)).toContain('0 added')
    },
  )

  test('refuses a file whose phone no database stores in one sentence', async () => {
    expect(await importFile({ ...newFile([]), owner: '\0' })).toMatchObject({
      errors: ['The file is damaged: its field owner is not as the app writes it.'],
    })
  })

  test('refuses a call without its body, as the route does', async () => {
    const call = { name: 'updateOrder', params: { id: '1' }, body: undefined } as const
    await expect(
      server.deps.db.transaction((tx) => runStep(tx, server.deps, { runnerId: 1, call })),
    ).rejects.toMatchObject({ code: 'bad-request' })
  })

  test('refuses a folder in one sentence', async () => {
    expect(await runOps(folder(), server.env, ['import', 'deals', '.'])).toMatchObject({
      code: 1,
      errors: [`${folder()} is a folder, not a file of deals.`],
    })
  })
})

/** A file with two good entries and eight that are refused. */
async function fileWithRefusals(db: Db) {
  const [broken, changed, good] = [
    await newCustomer(db),
    await newCustomer(db),
    await newCustomer(db),
  ]
  const unknown = await itemsDeal(1_000_000)
  const damaged = await itemsDeal(broken.id)
  const photo = await cashDeal(changed.id)
  const [packet, receipt] = photo.photos
  const badPhoto = { ...photo, photos: [packet!, { ...receipt!, base64: 'A'.repeat(7_000_000) }] }
  const other = await itemsDeal(good.id)
  const asAnothers = { ...other.entry, owner: LAKSHMI.phone }
  // A newer app may send it with a step that this server does not know.
  const ofNewerApp = { ...other.entry, version: 99 }
  const taken = await itemsDeal(good.id)
  const second = await itemsDeal(good.id)
  second.entry.work.settlement.visit_id = taken.entry.work.settlement.visit_id
  const lost = await itemsDeal(good.id)
  const file = newFile([unknown, badPhoto, taken, second, { ...lost, photos: [] }])
  const work = { ...damaged.entry.work, settlement: { invoice_id: damaged.name } }
  file.entries.push({ ...damaged.entry, work }, asAnothers, ofNewerApp, 7, {
    ...taken.entry,
    state: 'held',
  })
  const names = {
    taken: taken.name,
    lost: lost.name,
    unknown: unknown.name,
    badPhoto: badPhoto.name,
    second: second.name,
    damaged: damaged.name,
    other: other.name,
  }
  return { file, changed, names }
}
