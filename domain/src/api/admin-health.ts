/** How the portal is. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const adminHealthApi = {
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
