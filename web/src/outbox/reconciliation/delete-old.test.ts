import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import { expect, test, vi } from 'vitest'
import type { SentWork } from '../../storage/sealed/sent-rows.ts'
import { deleteOld } from './delete-old.ts'
import type { SentRows } from './sent-rows-of.ts'

const NOW = Date.parse('2026-11-25T10:00:00.000Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number, ms = 0) => NOW - days * DAY_MS - ms
const reply = { at: new Date(NOW).toISOString(), photo_days: 14 } as ReconciliationReply

const newWork = (id: string, confirmedAt?: number): SentWork => ({
  id,
  hash: id,
  photos: [{ id: `${id}.packet.1`, sha256: id }],
  sentAt: 1,
  ...(confirmedAt !== undefined && { confirmedAt }),
})

interface Stored {
  readonly confirmed?: readonly SentWork[]
  readonly unconfirmed?: readonly SentWork[]
  /** Photos of other rows than those above. */
  readonly photoIds?: readonly string[]
  readonly cleanedAt?: number | undefined
}

/** The rows of a runner, of which each work has its photo unless it is in `lacking`. */
function newRows(
  { confirmed = [], unconfirmed = [], photoIds = [], cleanedAt }: Stored,
  { lacking = [], others = [] }: { lacking?: readonly string[]; others?: readonly SentRows[] } = {},
) {
  const own = [...confirmed, ...unconfirmed].flatMap(({ photos }) => photos.map(({ id }) => id))
  const ids = new Set([...own, ...photoIds].filter((id) => !lacking.includes(id)))
  const calls = {
    remove: vi.fn<SentRows['remove']>(() => Promise.resolve()),
    deletePhotos: vi.fn<SentRows['deletePhotos']>((deleted) => {
      for (const id of deleted) ids.delete(id)
      return Promise.resolve()
    }),
    changePhone: vi.fn<SentRows['changePhone']>(() => Promise.resolve()),
    deleteAll: vi.fn<SentRows['deleteAll']>(() => Promise.resolve()),
  }
  const reads = {
    readPhone: () => Promise.resolve({ cleanedAt }),
    listPhotoIds: () => Promise.resolve([...ids]),
    listConfirmed: () => Promise.resolve(confirmed),
    listUnconfirmed: () => Promise.resolve(unconfirmed),
    listOthers: () => Promise.resolve(others),
  }
  return { ...calls, rows: { ...calls, ...reads } as unknown as SentRows, left: () => [...ids] }
}

const clean = (rows: SentRows, unsent: readonly string[] = []) =>
  deleteOld(reply, { rows, listIds: () => Promise.resolve(unsent) })

test('work of more than 400 days is deleted, and counts as what the server has beyond the phone', async () => {
  const [old, young] = [newWork('old', daysAgo(400, 1)), newWork('young', daysAgo(400))]
  const { rows, remove } = newRows({ confirmed: [old, young] })
  await clean(rows)
  expect(remove.mock.calls).toEqual([[[old], { isBeyond: true }]])
})

test('a photo is deleted after the days that the server names, unless its work is not confirmed or its entry unsent', async () => {
  const { rows, left, changePhone } = newRows({
    confirmed: [
      newWork('old', daysAgo(14, 1)),
      newWork('young', daysAgo(14)),
      newWork('again', daysAgo(99)),
    ],
    unconfirmed: [newWork('sent')],
    photoIds: ['unsent.packet.1', 'nobody.packet.1'],
  })
  await clean(rows, ['unsent', 'again'])
  expect(left().toSorted((one, other) => one.localeCompare(other))).toEqual(
    ['again', 'sent', 'unsent', 'young'].map((id) => `${id}.packet.1`),
  )
  expect(changePhone.mock.calls).toEqual([[{ lacksPhotos: false }], [{ cleanedAt: NOW }]])
})

test('a phone that lacks one photo of recent work still lacks photos', async () => {
  const recent = newWork('recent', daysAgo(1))
  const two = { ...recent, photos: [...recent.photos, { id: 'recent.receipt.1', sha256: 'r' }] }
  const { rows, changePhone } = newRows({ confirmed: [two] }, { lacking: ['recent.receipt.1'] })
  await clean(rows)
  expect(changePhone.mock.calls).toEqual([[{ cleanedAt: NOW }]])
})

test.each([
  ['a day ago', daysAgo(1), true],
  ['a moment less than a day ago', daysAgo(1) + 1, false],
  ['a moment less than a day ahead, after a change of the clock', daysAgo(-1) - 1, false],
  ['a day ahead, after a change of the clock', daysAgo(-1), true],
])('old work is looked for again when that was last done %s', async (_when, cleanedAt, isDone) => {
  const { rows, remove } = newRows({ confirmed: [newWork('old', daysAgo(401))], cleanedAt })
  await clean(rows)
  expect(remove.mock.calls.length > 0).toBe(isDone)
})

/** What happens to a deal between two reads of the rows, stage by stage. Its photo is sealed before it is sent. */
const STAGES = ['not made', 'unsent', 'unconfirmed', 'confirmed'] as const
const READS = ['listPhotoIds', 'listIds', 'listUnconfirmed', 'listConfirmed'] as const

test.each(READS.flatMap((read) => STAGES.slice(0, -1).map((stage) => [stage, read] as const)))(
  'the photo of a deal that is %s until %s stays',
  async (from, lastRead) => {
    const work = newWork('moving', NOW)
    const { rows, left } = newRows({ photoIds: ['moving.packet.1'] })
    let stage = STAGES.indexOf(from)
    const read = async (name: (typeof READS)[number], isThere: boolean) => {
      if (name === lastRead) stage = STAGES.indexOf(from) + 1
      return Promise.resolve(isThere)
    }
    const is = (name: (typeof STAGES)[number]) => STAGES[stage] === name
    const reads = {
      listPhotoIds: async () => ((await read('listPhotoIds', !is('not made'))) ? left() : []),
      listUnconfirmed: async () =>
        (await read('listUnconfirmed', is('unconfirmed'))) ? [work] : [],
      listConfirmed: async () => ((await read('listConfirmed', is('confirmed'))) ? [work] : []),
    }
    const listIds = async () => ((await read('listIds', is('unsent'))) ? ['moving'] : [])
    await deleteOld(reply, { rows: Object.assign(rows, reads), listIds })
    expect(left()).toEqual(['moving.packet.1'])
  },
)

test('the rows of another runner get a time first, and are deleted 401 days after it', async () => {
  const work = { confirmed: [newWork('old', daysAgo(15))] }
  const unknown = newRows(work)
  const recent = newRows({ ...work, cleanedAt: daysAgo(401) })
  const gone = newRows({ ...work, cleanedAt: daysAgo(401, 1) })
  await clean(newRows({}, { others: [unknown.rows, recent.rows, gone.rows] }).rows)
  expect(unknown.changePhone.mock.calls).toEqual([[{ cleanedAt: NOW }]])
  expect([unknown, recent, gone].map(({ deleteAll }) => deleteAll.mock.calls.length)).toEqual([
    0, 0, 1,
  ])
  expect([unknown, recent, gone].map(({ left }) => left().length)).toEqual([1, 0, 1])
})

test('a photo of another runner stays while recent work has it, too', async () => {
  const shared = [{ id: 'shared.packet.1', sha256: 's' }]
  const other = newRows({
    confirmed: [
      { ...newWork('old', daysAgo(14, 1)), photos: shared },
      { ...newWork('young', daysAgo(14)), photos: shared },
      newWork('alone', daysAgo(14, 1)),
      newWork('recent', daysAgo(14)),
    ],
    cleanedAt: daysAgo(1),
  })
  await clean(newRows({}, { others: [other.rows] }).rows)
  expect(other.deletePhotos.mock.calls).toEqual([[['alone.packet.1']]])
})
