/** Whether the server answers, and whether its database does. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const pingReplySchema = v.object({})

export const healthApi = {
  ping: endpoint({
    method: 'GET',
    path: '/api/ping',
    summary: 'Health check',
    part: 'section-7',
    access: 'open',
    reply: v.object({ status: v.literal('ok') }),
  }),
  adminHealth: endpoint({
    method: 'GET',
    path: '/api/admin-health',
    summary: 'Diagnostic: is the database answering',
    part: 'section-7',
    access: 'open',
    reply: v.object({
      status: v.picklist(['ok', 'degraded']),
      database: v.picklist(['ok', 'down']),
    }),
  }),
} as const
