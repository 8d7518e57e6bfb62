import { describe, expect, it, vi } from 'vitest'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

/** A router decodes an address before it looks for a route, so each of these may be a call. */
const encoded = (path: string) => [
  path,
  path.replace('api', '%61pi'),
  path.replace('api', '%61%70%69'),
  path.replace('api', 'ap%69'),
]

describe('a call whose address is encoded is a call for every check', () => {
  const server = useServer('embedded')

  it.each([...encoded('/api/customers'), ...encoded('/api/nothing'), '/api%2Fcustomers'])(
    'GET %s has the policy of calls, and no browser stores its answer',
    async (url) => {
      const { headers } = await server.app.inject({ url })
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'content-security-policy': expect.not.stringContaining('script-src'),
        'cache-control': 'no-store',
      })
    },
  )

  it.each(encoded('/api/ping'))('GET %s may not be longer than 8 KB', async (path) => {
    const url = `${path}?long=${'a'.repeat(8 * 1024)}`
    expect((await server.app.inject({ url })).statusCode).toBe(414)
  })

  it.each([...encoded('/api/orders'), ...encoded('/api/images')])(
    'POST %s stores nothing on a full disk',
    async (url) => {
      vi.spyOn(server.deps.space, 'isLow').mockResolvedValue(true)
      const reply = await server.app.inject({ method: 'POST', url, headers: FROM_OUR_PAGE })
      expect(reply.statusCode).toBe(503)
    },
  )
})

describe('a photo whose address is encoded is a photo for the server with PostgreSQL', () => {
  const server = useServer('postgres')

  it.each([...encoded('/api/uploads'), '/api/uploa%64s', ...encoded('/api/images')])(
    'POST %s stores nothing on a full disk',
    async (url) => {
      vi.spyOn(server.deps.space, 'isLow').mockResolvedValue(true)
      const reply = await server.app.inject({ method: 'POST', url, headers: FROM_OUR_PAGE })
      expect(reply.statusCode).toBe(503)
    },
  )
})
