import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFailed } from 'vitest'
import { databaseKinds } from '../setup/databases.ts'
import { expectEachOnce, newPayingPhones, type PayingPhone } from '../fixtures/paying-phone.ts'
import { useProcesses } from '../setup/process-data.ts'
import type { ServerProcess } from '../setup/server-process.ts'

/** A few kills in every test run, 200 in `npm run test:kills`. */
const kills = Number(process.env.KILLS ?? 3)
const seed = Number(process.env.SEED ?? 1)
const PHONES = 4
const MOST_WRITES_BEFORE = 60
const MOST_MS_AFTER = 12
const noLimits = {
  RUNNER_CALLS_PER_MINUTE: '0',
  PHOTOS_PER_DAY: '0',
  PHOTO_MB_PER_DAY: '0',
  RECORD_MB_PER_DAY: '0',
}

/** A number in [0, 1). The same seed and name give the same number. */
const chance = (name: string) =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

describe.each(databaseKinds)(`a server on %s that is killed ${kills} times under load`, (kind) => {
  const { newData, start } = useProcesses()

  it('loses no acknowledged write, doubles no repeated write, and serves again at once', async () => {
    onTestFailed(() => void process.stdout.write(`Repeat with SEED=${seed} KILLS=${kills}\n`))
    const data = await newData(kind)
    const phones = await newPayingPhones(data, PHONES)
    const startsMs: number[] = []
    const problems: string[] = []
    for (let kill = 0; kill <= kills; kill += 1) {
      const begun = performance.now()
      const server = start(data, noLimits)
      const address = await server.address()
      await fetch(new URL('/api/ping', address))
      startsMs.push(performance.now() - begun)
      for (const phone of phones) {
        if (kill === 0) await phone.signIn(address)
        // Repeat the writes since the last start, and those that the kill before left open.
        for (const write of phone.writes.slice(-MOST_WRITES_BEFORE))
          problems.push(...(await phone.repeat(address, write)))
      }
      if (kill < kills) await payUntilKilled(server, address, phones, kill)
      else await server.kill('SIGTERM')
    }
    expect(problems).toEqual([])
    await expectEachOnce(data, phones)
    const sorted = startsMs.toSorted((a, b) => a - b)
    const ms = (index: number) => `${Math.round(sorted[index] ?? 0)} ms`
    const writes = phones.flatMap((phone) => phone.writes).length
    process.stdout.write(
      `${kind}: ${kills} kills, seed ${seed}, ${writes} writes, 0 lost, 0 doubled; serving again after ${ms(Math.floor(kills / 2))} in the middle, ${ms(kills)} at worst\n`,
    )
  }, 3_600_000)
})

async function payUntilKilled(
  server: ServerProcess,
  address: string,
  phones: readonly PayingPhone[],
  kill: number,
): Promise<void> {
  let left = 1 + Math.floor(chance(`writes ${kill}`) * MOST_WRITES_BEFORE)
  const afterMs = chance(`ms ${kill}`) * MOST_MS_AFTER
  const onSent = () => {
    left -= 1
    if (left === 0) setTimeout(() => void server.kill('SIGKILL'), afterMs)
  }
  await Promise.all(phones.map((phone) => phone.payUntilCut(address, onSent)))
  await server.ended
}
