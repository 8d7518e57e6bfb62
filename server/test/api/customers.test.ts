import type { CustomerRecord } from '@veni/domain/api/customers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('customers on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  const listed = async (client: Client) => {
    const { body } = await client.get<CustomerRecord[]>('/api/customers')
    return body.map(({ id }) => id)
  }

  it("lists the runner's open customers and the interested customers without a runner [R-6.001, R-6.002, R-6.003]", async () => {
    const store = (status: string, runnerId: number | null) =>
      newCustomer(server.deps.db, { status, runnerId })
    const own = await Promise.all(
      ['assigned', 'interested', 'hold', 'on the moon'].map((status) => store(status, RAVI.id)),
    )
    const free = await store('interested', null)
    const hidden = await Promise.all([
      ...['pending', 'delivered', 'rejected'].map((status) => store(status, RAVI.id)),
      store('assigned', null),
      store('interested', LAKSHMI.id),
    ])
    const ids = await listed(ravi)
    expect(ids).toEqual(expect.arrayContaining([...own, free].map(({ id }) => id)))
    expect(ids.filter((id) => hidden.some((customer) => customer.id === id))).toEqual([])
  })

  it('answers one customer of any status with every field', async () => {
    const { id } = await newCustomer(server.deps.db, {
      state: 'తెలంగాణ',
      district: 'Karimnagar',
      villageInfo: 'Kothapalli',
      memberName: 'ఎర్ర పద్మావతి',
      fatherOrHusbandName: 'Suresh',
      mobile: '9000001261',
      email: 'p@example.in',
      status: 'pending',
      extra: 'Call first',
      comments: 'Later',
      nextFollowup: '2026-11-25',
    })
    const { body } = await ravi.get(`/api/customers?id=${id}`)
    expect(body).toEqual({
      id,
      state: 'తెలంగాణ',
      district: 'Karimnagar',
      village_info: 'Kothapalli',
      member_name: 'ఎర్ర పద్మావతి',
      father_or_husband_name: 'Suresh',
      mobile: '9000001261',
      email: 'p@example.in',
      status: 'pending',
      runner_id: 1,
      extra: 'Call first',
      comments: 'Later',
      next_followup: '2026-11-25',
    })
  })

  it.each(['0', '-1', '1.5', 'abc', '99999999999', "1' or '1'='1", '%00'])(
    'answers 404 for the id %s',
    async (id) => {
      expect((await ravi.get(`/api/customers?id=${id}`)).status).toBe(404)
      expect((await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold' })).status).toBe(404)
    },
  )

  it('sends an unchanged list only once', async () => {
    const first = await ravi.get('/api/customers')
    const headers = { 'if-none-match': String(first.headers.etag) }
    const second = await request(server.app, 'GET', '/api/customers', {
      headers: { ...headers, cookie: ravi.cookie },
    })
    expect(second.status).toBe(304)
    expect(second.body).toBeUndefined()
    await newCustomer(server.deps.db)
    expect((await ravi.get('/api/customers', headers)).status).toBe(200)
    expect((await lakshmi.get('/api/customers', headers)).status).toBe(200)
  })

  it('puts a customer on hold with the comment and the follow-up', async () => {
    const { id } = await newCustomer(server.deps.db, { nextFollowup: '2026-01-01' })
    const hold = { status: 'hold', comments: 'After harvest', next_followup: '2026-12-01' }
    const { status, body } = await ravi.send('PUT', `/api/customers/${id}`, hold)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, ...hold })
    const again = await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold', notes: 'Ill' })
    expect(again.body).toMatchObject({ comments: 'Ill', next_followup: null })
  })

  it('does not change the comment of a customer who becomes pending', async () => {
    const { id } = await newCustomer(server.deps.db, { comments: 'Call first' })
    const update = { status: 'pending', notes: 'Customer is interested', runner_id: 1 }
    const { body } = await ravi.send('PUT', `/api/customers/${id}`, update)
    expect(body).toMatchObject({ status: 'pending', comments: 'Call first' })
  })

  it('refuses an unknown status and names the field', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { status, body } = await ravi.send('PUT', `/api/customers/${id}`, { status: 'gone' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'bad-request', fields: [{ path: 'status' }] } })
  })

  it('gives a customer without a runner to the first runner who updates the customer', async () => {
    const { id } = await newCustomer(server.deps.db, { status: 'interested', runnerId: null })
    expect(await listed(ravi)).toContain(id)
    expect(await listed(lakshmi)).toContain(id)
    const update = { status: 'hold', comments: 'Later', runner_id: 1 }
    const answers = await Promise.all([
      lakshmi.send('PUT', `/api/customers/${id}`, update),
      ravi.send('PUT', `/api/customers/${id}`, update),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    const [winner, loser] = answers[0].status === 200 ? [lakshmi, ravi] : [ravi, lakshmi]
    expect(await listed(winner)).toContain(id)
    expect(await listed(loser)).not.toContain(id)
  })

  it('takes the runner from the session and ignores the body [R-6.006]', async () => {
    const { id } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const update = { status: 'hold', comments: 'Later', runner_id: 1 }
    const { body } = await lakshmi.send('PUT', `/api/customers/${id}`, update)
    expect(body).toMatchObject({ runner_id: LAKSHMI.id })
  })
})
