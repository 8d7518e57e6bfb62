import { expect } from 'vitest'

/** Waits until no tab holds this lock or waits for it. */
export async function untilFree(name: string): Promise<void> {
  const count = async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].filter((lock) => lock.name === name).length
  }
  await expect.poll(count).toBe(0)
}
