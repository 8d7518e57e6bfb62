import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@veni/domain/api'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../setup/databases.ts'
import { type AttackedServer, residentMegabytes, startAttackedServer } from './attacked-server.ts'
import { OWN_NAME, SECRET } from './attack-data.ts'
import { sendFile, sendPhoto } from './send-file.ts'
import { hostileFiles, usualFile, usualFiles } from './hostile-files.ts'
import { type HostileRequest, hostileRequests, usualRequests } from './hostile-requests.ts'
import { askInTurn, rawRequests, sendRaw } from './raw-requests.ts'
import { attackWith, OneConnection } from './send-request.ts'

/** A part of the attack in every test run, all of it in `npm run test:attack`. */
const REQUESTS = Number(process.env.REQUESTS ?? 400)
const FILES = Number(process.env.FILES ?? 30)
const SEED = Number(process.env.SEED ?? 1)
const USUAL_REQUESTS = 1_200
const USUAL_FILES = 90
const CONNECTIONS = 8
const WHOLE_ATTACK_MS = 3_600_000
const MOST_MEGABYTES = 64

const LIMIT = { timeout: WHOLE_ATTACK_MS }

const routes = new Set([
  ...Object.values(api).map(({ path }) => path),
  UPLOADS_PATH,
  `${UPLOADS_PATH}/:id`,
])

/** The time, the pattern of a route, its status and duration, and the fields that every line may have. */
const CALL =
  /^\S{23}Z [A-Z]+ (\/api\/\S*|\/\*|\/sw\.js) \d{3} \d+ ms request=[\da-f-]{36}(?: runner=\d+)?(?: refusal=[a-z-]+)?(?: address=[\d.:a-f]+)?$/

/** The greeting, or a line of a call. */
function isPlainLine(line: string): boolean {
  const [, route = ''] = CALL.exec(line) ?? []
  const isGreeting = /^$|^Veni is at |^Runners sign in /.test(line)
  const isPage = ['/*', '/sw.js'].includes(route) || /^\/api\/(?:docs|openapi)/.test(route)
  return isGreeting || routes.has(route) || isPage
}

describe.each(databaseKinds)(`an attack with seed ${SEED} on %s`, LIMIT, (kind) => {
  let server: AttackedServer
  let megabytes = 0

  beforeAll(async () => {
    server = await startAttackedServer(kind)
  })
  afterAll(() => server.clear())

  const send = async (requests: readonly HostileRequest[]) => {
    const shares = Array.from({ length: CONNECTIONS }, (_, share) =>
      requests.filter((_request, index) => index % CONNECTIONS === share),
    )
    return (await Promise.all(shares.map((share) => attackWith(server.address, share)))).flat()
  }
  const upload = async (files: Awaited<ReturnType<typeof hostileFiles>>) => {
    const connection = new OneConnection(server.address)
    const problems = []
    for (const file of files) problems.push(...(await sendFile(connection, file)))
    connection.close()
    return problems
  }

  // These load what stays: decoders, compiled code, the working memory of the database.
  it('answers usual calls and stores usual photos, before the attack', async () => {
    const results = await send(usualRequests(USUAL_REQUESTS))
    expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([])
    expect(await upload(await usualFiles(USUAL_FILES, SEED + 1))).toEqual([])
    megabytes = await residentMegabytes(server.process)
  })

  it(`answers ${REQUESTS} hostile requests without an error, and each connection goes on`, async () => {
    const results = await send(hostileRequests(REQUESTS, SEED))
    const counts = new Map<string, number>()
    for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1)
    process.stdout.write(
      `${kind}, seed ${SEED}: ${results.length} requests ${JSON.stringify(Object.fromEntries([...counts].toSorted(([one], [other]) => Number(one) - Number(other))))}\n`,
    )
    expect(results).toHaveLength(REQUESTS)
    expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([])
  })

  it.each(rawRequests)('answers %s as one reader of HTTP must', async (_name, bytes, statuses) => {
    const answer = await sendRaw(server.address, bytes)
    expect(answer, answer.text.slice(0, 300)).toMatchObject({
      statuses,
      isClosed: true,
      // An answer that begins with 1 is followed by another one.
      withHeaders: statuses.filter((status) => status >= 200).length,
    })
  })

  it('answers each of two runners on one connection with their own data', async () => {
    const before = `POST /api/orders HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\n\r\nabc`
    const text = await askInTurn(server.address, before)
    const bodies = [...text.matchAll(/\{"id":(\d+),/g)].map(([, id]) => Number(id))
    expect(bodies).toEqual([501, 502])
  })

  it(`takes ${FILES} hostile files for no photos, by both ways to send one`, async () => {
    expect(await upload(await hostileFiles(FILES, SEED))).toEqual([])
  })

  it('stores a usual photo by both ways', async () => {
    const connection = new OneConnection(server.address)
    expect(await sendPhoto(connection, await usualFile(SEED))).toEqual([201, 204])
    connection.close()
  })

  it('gives the memory of the attack back', async () => {
    let grown = Number.POSITIVE_INFINITY
    for (let second = 0; second < 60 && grown > MOST_MEGABYTES; second += 1) {
      if (second > 0) await wait(1_000)
      grown = (await residentMegabytes(server.process)) - megabytes
    }
    process.stdout.write(
      `${kind}: ${megabytes.toFixed(0)} MB before, ${grown.toFixed(0)} MB more after\n`,
    )
    expect(grown).toBeLessThan(MOST_MEGABYTES)
  })

  it('changes no row and no file without right, and writes nothing about people', async () => {
    const { ended, after } = await server.end()
    expect(after).toEqual(server.before)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const lines = ended.stdout.split('\n').filter((line) => !isPlainLine(line))
    expect(lines).toEqual([])
    for (const word of [OWN_NAME, ...Object.values(SECRET)])
      expect(ended.stdout).not.toContain(word)
  })
})
