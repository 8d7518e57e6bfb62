/** The runner's own record. */
import { endpoint } from '../endpoint.ts'
import { runnerAccountSchema } from '../runner-account.ts'

export const accountApi = {
  account: endpoint({
    method: 'GET',
    path: '/api/runners/me',
    summary: 'The signed-in runner with his orders and deals, newest first',
    part: 'extension',
    access: 'runner',
    reply: runnerAccountSchema,
  }),
} as const
