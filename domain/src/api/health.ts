/** The calls that check the server and its database. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

export const pingReplySchema = v.object({})

export const healthApi = {
  ping: defineEndpoint({
    method: 'GET',
    path: '/api/ping',
    summary: 'Check the server',
    part: 'older',
    access: 'open',
    unlimited: true,
    reply: v.object({ status: v.literal('ok') }),
  }),
  adminHealth: defineEndpoint({
    method: 'GET',
    path: '/api/admin-health',
    summary: 'Check the database',
    part: 'older',
    access: 'open',
    unlimited: true,
    reply: v.object({
      status: v.picklist(['ok', 'degraded']),
      database: v.picklist(['ok', 'down']),
    }),
  }),
} as const
