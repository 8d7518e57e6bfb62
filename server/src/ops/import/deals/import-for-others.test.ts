import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashDeal, newFile } from '../../../../test/fixtures/phone-file.ts'
import { newCustomer, storeRunners } from '../../../../test/fixtures/records.ts'
import { useServer } from '../../../../test/setup/server.ts'
import { single } from '../../../backup/backup-folder.ts'
import { importDeals } from './import-deals.ts'

describe('an import of deals leaves the server to the other runners', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))
  const importFile = (deps: typeof server.deps, file: object, onEntry = () => undefined as void) =>
    importDeals(deps, { bytes: single(Buffer.from(JSON.stringify(file))) }, onEntry)

  // The embedded database has one connection, so every runner waits for an open transaction.
  test('while it decodes a photo, when it has no transaction open', async () => {
    const { db, photoDecoder } = server.deps
    const { id } = await newCustomer(db)
    let open = 0
    const openAtDecoding: number[] = []
    const transaction: typeof db.transaction = async (...args) => {
      open += 1
      return db.transaction(...args).finally(() => (open -= 1))
    }
    const detectType: typeof photoDecoder.detectType = async (...args) => {
      openAtDecoding.push(open)
      return photoDecoder.detectType(...args)
    }
    const deps = {
      ...server.deps,
      db: Object.create(db, { transaction: { value: transaction } }) as typeof db,
      photoDecoder: { ...photoDecoder, detectType },
    }
    const report = await importFile(deps, newFile([await cashDeal(id)]))
    expect(report).toMatchObject({ added: 1 })
    expect(openAtDecoding).toEqual([0, 0])
  })

  test('between any two entries, also those that it refuses at once', async () => {
    const file = { ...newFile([]), entries: Array.from({ length: 200 }, () => 0) }
    let turns = 0
    let isRunning = true
    const counting = (async () => {
      for (; isRunning; turns += 1) await turn()
    })()
    const seen = new Set<number>()
    const report = await importFile(server.deps, file, () => void seen.add(turns))
    isRunning = false
    await counting
    expect(report).toMatchObject({ refused: 200 })
    expect(seen.size).toBe(200)
  })
})
