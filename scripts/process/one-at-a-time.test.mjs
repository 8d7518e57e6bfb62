import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'
import { at } from './repository.mjs'

const name = `test-${randomUUID()}`
const freeName = `${name}-free`
afterEach(() => {
  for (const one of [name, freeName]) rmSync(at('.cache/locks', one), { force: true })
})

const takeFreeLock = () => oneAtATime(freeName, async () => undefined)

/** Another process that has the lock until it is killed. */
async function startHolder() {
  const address = JSON.stringify(new URL('one-at-a-time.mjs', import.meta.url).href)
  const program = `
    const { oneAtATime } = await import(${address})
    await oneAtATime(${JSON.stringify(name)}, () => {
      console.log('has it')
      return new Promise((resolve) => setTimeout(resolve, 600_000))
    })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program])
  await once(holder.stdout, 'data')
  return holder
}

test('work of two calls does not overlap', async () => {
  /** @type {string[]} */
  const done = []
  const work = (/** @type {string} */ which) =>
    oneAtATime(name, async () => {
      done.push(`${which} begins`)
      // The other call would begin meanwhile: taking a lock lasts as long for both.
      for (let turn = 0; turn < 3; turn += 1) await takeFreeLock()
      done.push(`${which} ends`)
    })
  await Promise.all([work('one'), work('other')])
  const [first] = done
  const whole = [
    ['one begins', 'one ends'],
    ['other begins', 'other ends'],
  ]
  expect(done).toEqual((first === 'one begins' ? whole : whole.toReversed()).flat())
})

test('work waits for another process, and goes on when that one is killed', async () => {
  const holder = await startHolder()
  let isDone = false
  const waiting = oneAtATime(name, async () => (isDone = true))
  // In this time the call would have ended, if it did not wait.
  for (let turn = 0; turn < 3; turn += 1) await takeFreeLock()
  expect(isDone).toBe(false)
  holder.kill('SIGKILL')
  await waiting
  expect(isDone).toBe(true)
})

test('work that fails gives the lock back', async () => {
  const failing = oneAtATime(name, () => Promise.reject(new Error('it failed')))
  await expect(failing).rejects.toThrow('it failed')
  expect(await oneAtATime(name, async () => 'done')).toBe('done')
})
