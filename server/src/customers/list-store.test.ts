import { beforeAll, describe, expect, it } from 'vitest'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { readListJson } from './list-store.ts'
import { toCustomerRecord } from './service.ts'

const CONTROLS = String.fromCharCode(...Array.from({ length: 31 }, (_, at) => at + 1))

/** What JSON escapes, and what it does not. */
const TEXTS = [
  CONTROLS,
  '"quoted" and \\ and /',
  'నల్గొండ 🏠',
  '\u007f\u2028\u2029\ufeff',
  '</script><!--',
  '',
]

describe.each(databaseKinds)('the JSON of a list on %s', (kind) => {
  const server = useServer(kind)
  beforeAll(async () => {
    await storeRunners(server.deps.db)
  })
  const read = (most = 100, mostBytes = 100_000) =>
    readListJson(server.deps.db, RAVI.id, { most, mostBytes })

  it('is an empty array for a runner without customers', async () => {
    expect(await read()).toEqual({ json: '[]', listed: 0, isCut: false })
  })

  it('has the bytes that JSON.stringify makes of the same records, with any text', async () => {
    const rows = []
    for (const text of TEXTS)
      rows.push(
        await newCustomer(server.deps.db, {
          memberName: text,
          extra: text,
          nextFollowup: text ? '2026-02-28' : null,
        }),
      )
    await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    rows.push(await newCustomer(server.deps.db, { runnerId: null, status: 'interested' }))
    const json = JSON.stringify(rows.map(toCustomerRecord))
    expect(await read()).toEqual({ json, listed: rows.length, isCut: false })
    const bytes = Buffer.byteLength(json)
    expect(await read(100, bytes)).toMatchObject({ json, isCut: false })
    expect(await read(100, bytes - 1)).toMatchObject({ listed: rows.length - 1, isCut: true })
    expect(await read(rows.length)).toMatchObject({ json, isCut: false })
    expect(await read(rows.length - 1)).toMatchObject({ listed: rows.length - 1, isCut: true })
    expect(await read(100, 0)).toMatchObject({ listed: 1, isCut: true })
  })
})
