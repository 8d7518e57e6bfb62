import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { customers } from '../../src/db/schema.ts'
import { useProcesses } from '../setup/process-data.ts'

describe('the sample data of a new database', () => {
  const { cleanUp, newData, start } = useProcesses()

  it('is loaded once by servers that start together', async () => {
    const data = await newData('postgres')
    const servers = Array.from({ length: 3 }, () => start(data, { SAMPLE_DATA: 'on' }))
    await Promise.all(servers.map((server) => server.address()))
    const database = await openDatabase(data)
    cleanUp.push(() => database.close())
    const rows = await database.db.select({ id: customers.id }).from(customers)
    expect(rows.length).toBeGreaterThan(50)
  })
})
