import { describe, expect, it } from 'vitest'
import { createLog, type LogFormat } from './log.ts'

/** A log that notes what it writes, at one moment. */
function noted(format: LogFormat) {
  const out: string[] = []
  const errors: string[] = []
  const log = createLog(format, {
    now: () => new Date('2026-11-26T21:40:02.123Z'),
    out: { write: (text) => out.push(text) },
    errors: { write: (text) => errors.push(text) },
  })
  return { log, out, errors }
}

/** As PostgreSQL's driver fails: the statement with its values is in the message, not in the cause. */
const failure = new Error("insert into runners values ('Lakshmi')", { cause: new Error('timeout') })

describe('the log for people', () => {
  it('begins a line with the time in UTC, and names what belongs to it', () => {
    const { log, out } = noted('text')
    log.info('GET /api/customers 200 12 ms', { request: 'a-1', runner: 7, refusal: undefined })
    expect(out).toEqual([
      '2026-11-26T21:40:02.123Z GET /api/customers 200 12 ms request=a-1 runner=7\n',
    ])
  })

  it('lets no value begin a line, or a field, of its own', () => {
    const { log, out } = noted('text')
    log.info('GET / 403 1 ms', { address: '10.0.0.1\n2026 runner=8\u001b[2J\u2028é' })
    expect(out).toEqual([
      '2026-11-26T21:40:02.123Z GET / 403 1 ms address=10.0.0.1?2026?runner=8?[2J??\n',
    ])
  })

  it('lets no failure begin an entry of its own', () => {
    const { log, errors } = noted('text')
    log.error('GET / failed', 'x\n2026-11-26T21:40:02.123Z POST /api/work 200\r\u001b[2J\u2028y')
    expect(errors).toEqual([
      '2026-11-26T21:40:02.123Z GET / failed: x\n  2026-11-26T21:40:02.123Z POST /api/work 200??[2J?y\n',
    ])
  })

  it('writes failures apart, with their deepest cause only', () => {
    const { log, out, errors } = noted('text')
    log.error('POST /api/work failed', failure, { request: 'a-1' })
    expect(out).toEqual([])
    expect(errors.join('')).toMatch(
      /^2026-11-26T21:40:02\.123Z POST \/api\/work failed: Error: timeout\n/,
    )
    expect(errors.join('')).toMatch(/ request=a-1\n$/)
    expect(errors.join('')).not.toContain('Lakshmi')
  })
})

describe('the log for a log service', () => {
  it('writes one object per line', () => {
    const { log, out } = noted('json')
    log.info('GET /api/customers 200 12 ms', { request: 'a-1', runner: 7, refusal: undefined })
    log.info('A line\nwith a break', { address: '10.0.0.1\n' })
    expect(out.map((text) => text.split('\n').length)).toEqual([2, 2])
    expect(out.map((text): unknown => JSON.parse(text))).toEqual([
      {
        time: '2026-11-26T21:40:02.123Z',
        level: 'info',
        message: 'GET /api/customers 200 12 ms',
        request: 'a-1',
        runner: 7,
      },
      {
        time: '2026-11-26T21:40:02.123Z',
        level: 'info',
        message: 'A line\nwith a break',
        address: '10.0.0.1\n',
      },
    ])
  })

  it('writes a failure with its stack on one line, without the statement', () => {
    const { log, errors } = noted('json')
    log.error('POST /api/work failed', failure)
    expect(errors.join('').split('\n')).toHaveLength(2)
    expect(JSON.parse(errors.join(''))).toEqual({
      time: '2026-11-26T21:40:02.123Z',
      level: 'error',
      message: expect.stringMatching(/^POST \/api\/work failed: Error: timeout\n/),
    })
  })
})
