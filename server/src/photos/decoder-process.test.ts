/** Tests of the process of the photo decoder. The tests of the whole decoder are in photo-decoder.test.ts. */
import { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DecoderProcess } from './decoder-process.ts'

const asOrdered = new URL('../../test/programs/decode-as-ordered.ts', import.meta.url).pathname
const inFiveMs = new URL('../../test/programs/decode-in-five-ms.ts', import.meta.url).pathname

function open(program = asOrdered) {
  const decoder = new DecoderProcess({ program })
  const cpuMs: number[] = []
  onTestFinished(() => decoder.end())
  // Each process is made ready once, right after its start.
  const start = vi.spyOn(ChildProcess.prototype, 'unref')
  onTestFinished(() => start.mockRestore())
  return {
    ask: (order: string) =>
      decoder.run({ kind: 'type', bytes: Buffer.from(order) }, (ms) => cpuMs.push(ms)),
    cpuMs,
    children: () => start.mock.contexts as ChildProcess[],
  }
}

describe('the process of the photo decoder', () => {
  test('keeps nothing of a photo that is done, however many there are', async () => {
    const { ask, children } = open()
    const count = () =>
      ['message', 'exit', 'error'].map((name) => children()[0]?.listenerCount(name))
    expect(await ask('image/png')).toBe('image/png')
    const afterOne = count()
    await expect(ask('fail')).rejects.toThrow('A photo cannot be encoded: no photo')
    expect(await ask('image/gif')).toBe('image/gif')
    expect(count()).toEqual(afterOne)
    expect(children()).toHaveLength(1)
  })

  test('is replaced when it can be reached no more, without waiting for an answer', async () => {
    const { ask, children } = open()
    expect(await ask('last answer')).toBe('last answer')
    await expect.poll(() => children()[0]?.connected).toBe(false)
    // From here no time limit of the decoder can end the call.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await expect(ask('image/png')).rejects.toMatchObject({ code: 'unavailable' })
    expect(children()[0]?.killed).toBe(true)
    expect(await ask('image/png')).toBe('image/png')
    expect(children()).toHaveLength(2)
  })

  test('counts the time of the processor in the program and in the system', async () => {
    const { ask, cpuMs } = open(inFiveMs)
    expect(await ask('no photo')).toBeUndefined()
    expect(cpuMs).toEqual([5])
  })

  test('needs no loader of TypeScript when its program is JavaScript, as in a release', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veni-decoder-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'decode.mjs')
    writeFileSync(
      program,
      "process.on('message', () => process.send({ cpuMs: 1, value: process.execArgv }))",
    )
    expect(await open(program).ask('arguments')).toEqual([])
  })
})
