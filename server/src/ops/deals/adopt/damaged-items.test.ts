import { describe, expect, test } from 'vitest'
import type { ExportedPhoto } from '@veni/domain/deal/file'
import { findPhotosOf, listDamaged } from './damaged-items.ts'

const newRow = (key: string, row: unknown, owner: string | null = null) => ({
  collection: 'deals',
  key,
  owner,
  row,
})
const newFile = (unreadable: unknown[]) => ({
  format: 'veni-deals' as const,
  version: 2 as const,
  exported_at: '2026-11-21T06:00:00.000Z',
  owner: '9000000001',
  entries: [],
  photos: [],
  unreadable,
})

describe('the photos of a damaged item', () => {
  const newPhoto = (id: string, role: ExportedPhoto['role'], minute: number): ExportedPhoto => ({
    id,
    visit_id: id.split('.')[0]!,
    role,
    type: 'image/jpeg',
    sha256: '',
    taken_at: `2026-11-21T06:${minute}:00.000Z`,
    base64: '',
  })

  test('are the newest of each role, in any order of the file, and none of another visit', () => {
    const [item] = listDamaged(newFile([newRow('one', {})]))
    const [older, newer] = [
      newPhoto('one.packet.1', 'packet', 10),
      newPhoto('one.packet.2', 'packet', 20),
    ]
    const receipt = newPhoto('one.receipt.1', 'receipt', 15)
    const other = newPhoto('two.packet.1', 'packet', 30)
    for (const photos of [
      [older, newer, receipt, other],
      [other, newer, older, receipt],
    ])
      expect(new Set(findPhotosOf(photos, item!))).toEqual(new Set([newer, receipt]))
  })
})

describe('the damaged items of a file', () => {
  test('have the rows of one key, and the owner that one of them names', () => {
    const rows = [
      newRow('one', { number: 1 }),
      newRow('two', { number: 2 }),
      newRow('one', { invoice_id: 'INV-1-ABCDEF' }, '9000000001'),
      { ...newRow('one', { number: 3 }), collection: 'visits' },
    ]
    expect(listDamaged(newFile(rows))).toEqual([
      {
        name: 'INV-1-ABCDEF',
        key: 'one',
        owner: '9000000001',
        rows: [{ number: 1 }, { invoice_id: 'INV-1-ABCDEF' }],
        isVisit: false,
      },
      { name: 'two', key: 'two', owner: null, rows: [{ number: 2 }], isVisit: false },
      { name: 'one', key: 'one', owner: null, rows: [{ number: 3 }], isVisit: true },
    ])
  })

  test('are a settlement by its invoice id, and then its delivery by its key', () => {
    const delivery = { work: { kind: 'settlement-delivered', invoiceId: 'INV-1-ABCDEF' } }
    const settlement = { kind: 'settlement', record: { invoice_id: 'INV-1-ABCDEF' } }
    const items = listDamaged(newFile([newRow('one', delivery), newRow('two', settlement)]))
    expect(items.map(({ name }) => name)).toEqual(['INV-1-ABCDEF', 'one'])
  })

  test('have a bounded number of rows, each of which is read a few times, also when all have one key', () => {
    let reads = 0
    const row = {
      get text() {
        reads += 1
        return 'a'
      },
    }
    const [item] = listDamaged(newFile(Array.from({ length: 2_000 }, () => newRow('one', row))))
    expect(item?.rows).toHaveLength(100)
    // All rows before it were read again for each row: two million times.
    expect(reads).toBeLessThan(2_000 * 10)
  })
})
