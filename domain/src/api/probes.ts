/** The calls with which a proxy or a cluster checks one server of several. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

const probe = {
  method: 'GET',
  part: 'extension',
  access: 'open',
  unlimited: true,
  reply: v.object({ status: v.literal('ok') }),
} as const

export const probesApi = {
  /** Answers while the process runs, whatever the database does: who gets no answer starts the process again. */
  live: defineEndpoint({
    ...probe,
    path: '/api/health/live',
    summary: 'Check the process',
  }),
  /** Answers 503 while the database does not answer: a proxy sends the calls to another server meanwhile. */
  ready: defineEndpoint({
    ...probe,
    path: '/api/health/ready',
    summary: 'Check that calls can be answered',
  }),
} as const
