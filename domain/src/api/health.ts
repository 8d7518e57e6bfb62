/** Is the portal there. */
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
} as const
