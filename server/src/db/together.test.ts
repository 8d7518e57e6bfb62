import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { askTogether } from './together.ts'

/** A database that answers when the test says so. */
function heldDatabase() {
  const statements: { keys: readonly number[]; answer: () => void; fail: () => void }[] = []
  const ask = askTogether(
    (keys: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const answer = () => resolve(keys.map((key) => key * 10))
        statements.push({ keys, answer, fail: () => reject(new Error('no database')) })
      }),
  )
  const begun = async (count: number) => {
    await expect.poll(() => statements.length).toBe(count)
  }
  return { statements, ask, begun }
}

describe('questions that are asked together', () => {
  it('share a statement when they come in one turn, and each gets its own answer', async () => {
    const { statements, ask, begun } = heldDatabase()
    const answers = Promise.all([1, 2, 2, 3].map(ask))
    await begun(1)
    statements[0]?.answer()
    expect(await answers).toEqual([10, 20, 20, 30])
    expect(statements.map(({ keys }) => keys)).toEqual([[1, 2, 2, 3]])
  })

  it('are never answered by a statement that began before them', async () => {
    const { statements, ask, begun } = heldDatabase()
    const first = ask(1)
    await begun(1)
    const second = ask(1)
    statements[0]?.answer()
    await first
    await begun(2)
    statements[1]?.answer()
    expect(await second).toBe(10)
  })

  it('wait half a second at most for the statement of others, while few statements are slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
    onTestFinished(() => void vi.useRealTimers())
    const { statements, ask } = heldDatabase()
    const pass = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      // For the next turn of the event loop, in which a statement begins.
      await vi.advanceTimersByTimeAsync(1)
    }
    const asked = () => statements.map(({ keys }) => keys)
    void ask(0)
    await pass(0)
    for (const key of [1, 2, 3]) void ask(key)
    await pass(490)
    expect(asked()).toEqual([[0]])
    await pass(20)
    expect(asked()).toEqual([[0], [1, 2, 3]])
    for (const key of [4, 5, 6, 7]) {
      void ask(key)
      await pass(60_000)
    }
    // The other connections of the pool stay free: the fourth statement holds the next questions until it ends.
    expect(asked().slice(2)).toEqual([[4], [5]])
    statements[0]?.answer()
    statements[3]?.answer()
    await pass(0)
    expect(asked().slice(4)).toEqual([[6, 7]])
    for (const statement of statements) statement.answer()
    for (const key of [8, 9]) {
      void ask(key)
      await pass(60_000)
    }
    expect(asked().slice(5)).toEqual([[8], [9]])
  })

  it('fail together, and the next ones are asked all the same', async () => {
    const { statements, ask, begun } = heldDatabase()
    const failed = Promise.allSettled([ask(1), ask(2)])
    await begun(1)
    statements[0]?.fail()
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = ask(3)
    await begun(2)
    statements[1]?.answer()
    expect(await next).toBe(30)
  })
})
