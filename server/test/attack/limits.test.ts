import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../setup/databases.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { type AttackedServer, startAttackedServer } from './attacked-server.ts'
import { cookieOf } from './attack-data.ts'
import { findProblem, OneConnection } from './send-request.ts'

const LIMITS = { RUNNER_CALLS_PER_MINUTE: '5', ADDRESS_CALLS_PER_MINUTE: '8' }
const CALLS = 40
/** The calls can be in two minutes. */
const MINUTES = 2

describe.each(databaseKinds)('the limits of calls under attack, on %s', (kind) => {
  let server: AttackedServer
  beforeAll(async () => void (server = await startAttackedServer(kind, LIMITS)))
  afterAll(() => server.clear())

  it.each([
    ['ravi', 5],
    ['forged', 8],
    ['nobody', 8],
  ] as const)(
    'let %s make %i calls a minute, and refuse the others by 429',
    async (actor, most) => {
      const connection = new OneConnection(server.address)
      const headers = [...Object.entries(FROM_OUR_PAGE).flat(), 'cookie', cookieOf(actor)]
      const sent = { method: 'GET', path: '/api/products', headers, body: undefined }
      const statuses: number[] = []
      for (let call = 0; call < CALLS; call += 1) {
        const answer = await connection.send(sent)
        expect(findProblem(actor, answer)).toBeUndefined()
        statuses.push(answer.status)
      }
      connection.close()
      const passed = statuses.filter((status) => status !== 429).length
      expect(passed).toBeLessThanOrEqual(most * MINUTES)
    },
  )
})
