import { beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { request } from '../../test/setup/client.ts'
import { useServer } from '../../test/setup/server.ts'

describe('GET /api/places/reverse', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  const reverse = async (query: string) =>
    (await server.signIn(RAVI.phone)).get<Record<string, unknown>>(`/api/places/reverse?${query}`)

  test('answers with the address in words and the credit of the data', async () => {
    const { status, body } = await reverse('lat=17.3616&lon=78.4747')
    expect(status).toBe(200)
    expect(body['display_name']).toBe('near Hyderabad, Telangana, India')
    expect(body['licence']).toContain('GeoNames')
  })

  test('answers with an empty name at sea', async () => {
    expect(await reverse('lat=15&lon=84')).toMatchObject({
      status: 200,
      body: { display_name: '' },
    })
  })

  test.each(['lat=17.3', 'lat=north&lon=78', 'lat=91&lon=78', 'lat=17&lon=181'])(
    'refuses %s',
    async (query) => {
      expect((await reverse(query)).status).toBe(400)
    },
  )

  test('is for signed-in runners', async () => {
    const { status } = await request(server.app, 'GET', '/api/places/reverse?lat=17&lon=78')
    expect(status).toBe(401)
  })
})
