import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { findOutage } from './unavailable.ts'

/** A failure as drizzle passes it on. */
const failed = (cause: Error) => new Error('Failed query', { cause })
const reported = (code: string) =>
  failed(Object.assign(new pg.DatabaseError('', 0, 'error'), { code }))
const system = (code: string) => failed(Object.assign(new Error(''), { code }))

describe('an outage of PostgreSQL', () => {
  it.each([
    '53100',
    '53200',
    '53300',
    '53400',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '08006',
    '25006',
    '25P03',
  ])('is what it reports as %s', (code) =>
    expect(findOutage(reported(code))).toBe(code === '53100' ? 'disk full' : 'no database'),
  )

  it('is a statement that begins after the server has ended its connections', async () => {
    const pool = new pg.Pool()
    await pool.end()
    const failure: unknown = await pool.query('select 1').catch((error: unknown) => error)
    expect(findOutage(failed(failure as Error))).toBe('no database')
  })

  it('is a statement without an answer', () =>
    expect(findOutage(failed(new Error('Query read timeout')))).toBe('no database'))

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'])(
    'is a connection that fails with %s',
    (code) => {
      expect(findOutage(system(code))).toBe('no database')
      // A host with several addresses.
      const several = Object.assign(new AggregateError([new Error('one')], ''), { code })
      expect(findOutage(failed(several))).toBe('no database')
    },
  )

  it.each(['40001', '40P01', '55P03'])('is a lock conflict that it reports as %s', (code) =>
    expect(findOutage(reported(code))).toBe('lock conflict'),
  )

  it.each(['23505', '25001', '42P01', '22P02'])('is not the error %s', (code) =>
    expect(findOutage(reported(code))).toBeUndefined(),
  )
})
