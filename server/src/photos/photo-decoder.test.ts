import { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DecoderProcess, type DecoderSettings } from './decoder-process.ts'
import { openPhotoDecoder, type PhotoDecoder } from './photo-decoder.ts'

const UNAVAILABLE = { code: 'unavailable', retryAfterSeconds: 30 }
const waiting = {
  program: new URL('../../test/programs/wait-forever.ts', import.meta.url).pathname,
}

const asOrdered = {
  program: new URL('../../test/programs/decode-as-ordered.ts', import.meta.url).pathname,
}

const opened: PhotoDecoder[] = []

function open(settings?: DecoderSettings) {
  const decoder = openPhotoDecoder(settings)
  opened.push(decoder)
  return decoder
}

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })

const small = await white(40, 30).jpeg().toBuffer()

/** The processes that this process has started and that still run. Linux only. */
function listChildren(): string[] {
  const tasks = `/proc/self/task`
  return readdirSync(tasks).flatMap((task) =>
    readOfThread(`${tasks}/${task}/children`).split(' ').filter(Boolean),
  )
}

/** A thread can end after it was listed. */
function readOfThread(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

/** Of another file of tests. */
const others = new Set(listChildren())
const children = () => listChildren().filter((child) => !others.has(child))

describe('the photo decoder', () => {
  afterEach(async () => {
    for (const decoder of opened.splice(0)) decoder.close()
    await vi.waitUntil(() => children().length === 0, 60_000)
  })

  test('says how long the processor worked for a photo, also without an answer', async () => {
    const limitMs = 2_000
    const decoders = [new DecoderProcess(), new DecoderProcess({ ...waiting, limitMs })]
    const task = { kind: 'type' as const, bytes: await white(4_000, 2_000).png().toBuffer() }
    const measured = await Promise.all(
      decoders.map(async (decoder) => {
        const times: number[] = []
        await decoder.run(task, (ms) => times.push(ms)).catch(() => undefined)
        decoder.end()
        return times
      }),
    )
    expect(measured).toEqual([[expect.any(Number)], [expect.any(Number)]])
    const [[answered = 0] = [], [killed = 0] = []] = measured
    expect(answered).toBeGreaterThan(5)
    expect(answered).toBeLessThan(60_000)
    expect(killed).toBeGreaterThanOrEqual(limitMs)
  })

  test('fails for bytes that are no photo, and goes on with the same process', async () => {
    const decoder = open()
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
    const started = children()
    await expect(decoder.encodeShown(1, Buffer.from('hello'))).rejects.toThrow(
      'A photo cannot be encoded',
    )
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
    expect(children()).toEqual(started)
  })

  test('kills a process that takes too long, and answers `unavailable` [R-7.037]', async () => {
    const decoder = open({ ...waiting, limitMs: 1_000 })
    await expect(decoder.detectType(1, small)).rejects.toMatchObject(UNAVAILABLE)
    await expect.poll(children).toEqual([])
  })

  test('gives a photo 15 seconds in the server, which sets no limit of its own [R-7.037]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const task = open(waiting).detectType(1, small)
    const ended = task.catch((error: unknown) => error)
    await turn()
    vi.advanceTimersByTime(14_999)
    await expect(Promise.race([task, turn('still works')])).resolves.toBe('still works')
    vi.advanceTimersByTime(1)
    expect(await ended).toMatchObject(UNAVAILABLE)
  })

  test('starts a new process after one was killed [R-7.037]', async () => {
    const decoder = open()
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
    const started = children()
    expect(started).toHaveLength(1)
    for (const id of started) process.kill(Number(id), 'SIGKILL')
    await expect.poll(children).toEqual([])
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
  })

  test('answers `unavailable` while no process can be started, and starts one later [R-7.037]', async () => {
    const real = process.execPath
    onTestFinished(() => void (process.execPath = real))
    process.execPath = '/no/such/program'
    const decoder = open()
    await expect(decoder.detectType(1, small)).rejects.toMatchObject(UNAVAILABLE)
    process.execPath = real
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
  })

  test('answers `unavailable` when the server has too many open files, and works later [R-7.037]', async () => {
    // Node.js then makes an object without a process, which can get no message.
    const prototype = ChildProcess.prototype as unknown as { spawn: () => number }
    vi.spyOn(prototype, 'spawn').mockReturnValueOnce(-constants.errno.EMFILE)
    const decoder = open()
    await expect(decoder.detectType(1, small)).rejects.toMatchObject(UNAVAILABLE)
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
  })

  test('fails the task of a process that is killed in the middle [R-7.037]', async () => {
    const decoder = open(waiting)
    const task = decoder.detectType(1, small)
    await turn()
    decoder.close()
    await expect(task).rejects.toMatchObject(UNAVAILABLE)
  })

  test('does not count the time of a photo as time without work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const decoder = open({ ...asOrdered, limitMs: 2_000, idleMs: 1_000 })
    expect(await decoder.detectType(1, Buffer.from('image/png'))).toBe('image/png')
    vi.advanceTimersByTime(999)
    const kill = vi.spyOn(ChildProcess.prototype, 'kill')
    const late = decoder.detectType(1, Buffer.from('never answer'))
    const ended = late.catch((error: unknown) => error)
    await turn()
    vi.advanceTimersByTime(1_999)
    expect(kill).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(await ended).toMatchObject(UNAVAILABLE)
    expect(kill).toHaveBeenCalledWith('SIGKILL')
  })

  test('knows the process that follows one that was killed, and ends it with the server', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const decoder = open(asOrdered)
    const late = decoder.detectType(1, Buffer.from('never answer')).catch(() => 'killed')
    const next = decoder.detectType(1, Buffer.from('image/png'))
    await turn()
    vi.advanceTimersByTime(15_000)
    expect([await late, await next]).toEqual(['killed', 'image/png'])
    expect(children()).toHaveLength(1)
    expect(await decoder.detectType(1, Buffer.from('image/gif'))).toBe('image/gif')
    expect(children()).toHaveLength(1)
  })

  test('has no secret of the server in its environment', async () => {
    vi.stubEnv('SIGN_IN_SECRET', 'a secret of at least 32 characters')
    onTestFinished(() => void vi.unstubAllEnvs())
    const names: unknown = await open(asOrdered).detectType(1, Buffer.from('environment'))
    // Node.js sets variables of its own, for the channel between the two processes.
    expect((names as string[]).filter((name) => !name.startsWith('NODE_'))).toEqual([])
  })

  test('ends a process that has nothing to do', async () => {
    const decoder = open({ idleMs: 1 })
    await decoder.detectType(1, small)
    await expect.poll(children).toEqual([])
    expect(await decoder.detectType(1, small)).toBe('image/jpeg')
  })
})
