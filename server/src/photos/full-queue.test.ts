import { setImmediate as turn } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FROM_OUR_PAGE } from '../../test/setup/client.ts'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { decoderUnavailable, type DecoderTask } from './decoder-process.ts'
import { decodeInTurn, openPhotoDecoder } from './photo-decoder.ts'
import { storePhoto } from './service.ts'

const UNAVAILABLE = { code: 'unavailable', retryAfterSeconds: 30 }
const WAITING_PER_RUNNER = 10
const WAITING = 40
const WHITE = { create: { width: 9, height: 9, channels: 3, background: '#fff' } } as const

interface StartedPhoto {
  readonly name: string
  readonly end: (value?: unknown) => void
  readonly fail: (error: Error) => void
  readonly noteCpu: (ms: number) => void
}

/** A decoder without a process. The test decides when each photo is done. */
function openQueue() {
  const started: StartedPhoto[] = []
  const run = (task: DecoderTask, noteCpu: StartedPhoto['noteCpu']) =>
    new Promise<unknown>((end, fail) => {
      started.push({ name: Buffer.from(task.bytes).toString(), end, fail, noteCpu })
    })
  const decoder = decodeInTurn({ run, end: () => undefined })
  const refused: string[] = []
  const add = (runnerId: number, name: string) =>
    void decoder
      .detectType(runnerId, Buffer.from(name))
      .catch((error: unknown) => refused.push(error instanceof Error ? name : String(error)))
  /** Gives one photo to the decoder, and takes all places of the queue with one photo each of other runners. */
  const fill = () => {
    for (let runner = 1_000; runner <= 1_000 + WAITING; runner += 1) add(runner, `of ${runner}`)
  }
  const names = () => started.map(({ name }) => name)
  return { decoder, started, names, refused, add, fill }
}

describe('the queue of the photo decoder [R-7.037]', () => {
  test('gives the decoder one photo at a time, in the order in which they came', async () => {
    const { started, names, add } = openQueue()
    for (const name of ['first', 'second', 'third']) add(1, name)
    for (const expected of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
      await turn()
      expect(names()).toEqual(expected)
      started.at(-1)?.end()
    }
  })

  test(`has places for ${WAITING_PER_RUNNER} photos of a runner and ${WAITING} of everybody`, async () => {
    const { refused, add } = openQueue()
    add(1, 'at the decoder')
    for (const runner of [1, 2, 3, 4]) {
      for (let place = 1; place <= WAITING_PER_RUNNER; place += 1) add(runner, `${runner}`)
      await turn()
      expect(refused).toEqual([])
      // The next one of this runner has no place, although the queue has.
      add(runner, `too many of ${runner}`)
      await turn()
      expect(refused.splice(0)).toEqual([`too many of ${runner}`])
    }
    // All places are taken. A runner who has none takes one of those who have ten.
    add(5, 'of a fifth runner')
    await turn()
    expect(refused).toEqual(['1'])
  })

  test('refuses a photo when all places are taken and nobody has more than one', async () => {
    const { decoder, fill, refused, started } = openQueue()
    fill()
    await turn()
    expect(refused).toEqual([])
    await expect(decoder.detectType(1, Buffer.from('late'))).rejects.toMatchObject(UNAVAILABLE)
    await expect(decoder.encodeShown(1, Buffer.from('late'))).rejects.toMatchObject(UNAVAILABLE)
    expect(started).toHaveLength(1)
  })

  test.each([
    ['was decoded', ({ end }: StartedPhoto) => end('image/png')],
    ['failed', ({ fail }: StartedPhoto) => fail(new Error('A photo cannot be encoded'))],
    ['took too long, or was killed', ({ fail }: StartedPhoto) => fail(decoderUnavailable())],
  ])('has a place again for each photo that %s', async (_, settle) => {
    const { decoder, started, names, fill } = openQueue()
    fill()
    for (let round = 1; round <= 3; round += 1) {
      await turn()
      const photo = started.at(-1)
      if (photo) settle(photo)
      await turn()
      expect(names()).toHaveLength(round + 1)
      const late = decoder.detectType(round, Buffer.from('late')).catch(() => 'refused')
      // One place was free, and now it is taken.
      await expect(Promise.race([late, turn('waits')])).resolves.toBe('waits')
      await expect(decoder.detectType(99, Buffer.from('x'))).rejects.toMatchObject(UNAVAILABLE)
    }
  })

  test('refuses photos of a runner for a while after one that took long, and no others', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { decoder, started, names, refused, add } = openQueue()
    const decodeIn = async (cpuMs: number) => {
      await turn()
      started.at(-1)?.noteCpu(cpuMs)
      started.at(-1)?.end()
      await turn()
    }
    for (const name of ['as usual', 'slow', 'waits meanwhile']) add(1, name)
    add(2, 'of another')
    await decodeIn(4_999)
    await decodeIn(5_000)
    await decodeIn(0)
    expect(names()).toEqual(['as usual', 'slow', 'of another'])
    expect(refused).toContain('waits meanwhile')
    const paused = () => decoder.encodeShown(1, Buffer.from('later'))
    await expect(paused()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 50 })
    add(2, 'another one')
    await decodeIn(1_000)
    vi.advanceTimersByTime(49_500)
    await expect(paused()).rejects.toMatchObject({ retryAfterSeconds: 1 })
    vi.advanceTimersByTime(500)
    void paused().catch(() => undefined)
    expect(names().slice(3)).toEqual(['another one', 'later'])
  })

  test('goes on after a process that ended, and after one that was killed for its time', async () => {
    const program = new URL('../../test/programs/decode-as-ordered.ts', import.meta.url).pathname
    const decoder = openPhotoDecoder({ program })
    onTestFinished(() => decoder.close())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [ended, failed, late, last] = ['end', 'fail', 'never answer', 'image/png'].map((order) =>
      decoder.detectType(1, Buffer.from(order)).catch((error: unknown) => error),
    )
    expect(await ended).toMatchObject(UNAVAILABLE)
    expect(await failed).toMatchObject({ message: 'A photo cannot be encoded: no photo' })
    await turn()
    vi.advanceTimersByTime(15_000)
    expect(await late).toMatchObject(UNAVAILABLE)
    expect(await last).toBe('image/png')
  })
})

describe('a full queue of the photo decoder [R-7.037]', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  test('is answered with 503 `unavailable` and Retry-After, until there is a place', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const photo = await sharp(WHITE).png().toBuffer()
    const { hash } = await storePhoto(server.deps, RAVI.id, photo)
    const show = () => ravi.get(`/api/images/${hash}.png`)
    const send = () => sendPhoto(ravi.cookie, photo)
    const { decoder, fill, started } = openQueue()
    vi.spyOn(server.deps.photoDecoder, 'detectType').mockImplementation((...given) =>
      decoder.detectType(...given),
    )
    vi.spyOn(server.deps.photoDecoder, 'encodeShown').mockImplementation((...given) =>
      decoder.encodeShown(...given),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    fill()
    for (const call of [show, send])
      expect(await call()).toMatchObject({
        status: 503,
        body: { error: { code: 'unavailable' } },
        headers: { 'retry-after': '30' },
      })
    for (let left = 0; left <= WAITING; left += 1) {
      started[left]?.end()
      await turn()
    }
    const sent = send()
    await expect.poll(() => started).toHaveLength(WAITING + 2)
    started.at(-1)?.end('image/png')
    expect(await sent).toMatchObject({ status: 201 })
  })

  /** As an older app sends it. */
  async function sendPhoto(cookie: string, photo: Buffer) {
    const form = new FormData()
    form.append('image', new Blob([Uint8Array.from(photo)]), 'packet.png')
    const { headers, body } = new Response(form)
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: { ...FROM_OUR_PAGE, cookie, 'content-type': headers.get('content-type') ?? '' },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    })
    return { status: reply.statusCode, body: reply.json<unknown>(), headers: reply.headers }
  }
})
