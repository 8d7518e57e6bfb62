import { describe, expect, test } from 'vitest'
import { readHeader } from './import-header.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'

const read = (kindName: ImportKindName, first: string) =>
  readHeader({ line: 1, values: first.split(',') }, importKinds[kindName])

const names = (kindName: ImportKindName, first: string) =>
  read(kindName, first).columns.map(({ at, column }) => [at, column.column.name])

describe('the first line of a file', () => {
  test('names columns in any order, with spaces and capitals', () => {
    expect(names('customers', 'Status, Member Name ,ID')).toEqual([
      [0, 'status'],
      [1, 'member_name'],
      [2, 'id'],
    ])
  })

  test.each<[ImportKindName, string, string[]]>([
    ['products', 'id,productId,name,weight,price,image', ['weight', 'image_url']],
    ['products', 'id,product_id,name,description,price,image_url', ['weight', 'image_url']],
    ['hair-prices', 'hair_type,price_per_20g,minimum_weight_grams', ['minimum_weight_grams']],
    ['hair-prices', 'id,price,minimum_weight,is_active', ['hair_type', 'price_per_20g_paise']],
    ['hair-prices', 'id,rate,minimum_weight', ['price_per_20g_paise']],
  ])('of %s may be "%s"', (kindName, first, columns) => {
    expect(names(kindName, first).map(([, name]) => name)).toEqual(expect.arrayContaining(columns))
  })

  test('may have unknown columns', () => {
    expect(read('customers', 'id,member_name,status,created_at,').ignored).toEqual(['created_at'])
  })

  test.each<[ImportKindName, string, string]>([
    [
      'customers',
      'member_name,village',
      'The first line must name the columns id, status; it names member_name, village.',
    ],
    ['customers', 'id;member_name;status', 'The columns are separated by semicolons or tabs'],
    ['customers', 'id,id,member_name,status', 'The column id appears twice.'],
    [
      'products',
      'id,productId,name,price,image,image_url',
      'The columns image and image_url mean the same; keep one of them.',
    ],
    ['hair-prices', 'id,rate', 'the column minimum_weight_grams or minimum_weight'],
  ])('of %s must not be "%s"', (kindName, first, sentence) => {
    expect(() => read(kindName, first)).toThrow(sentence)
  })
})
