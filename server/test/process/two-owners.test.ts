import { describe, expect, it } from 'vitest'
import { expectEachOnce, newPayingPhones, type PayingPhone } from '../fixtures/paying-phone.ts'
import { newPidNamespace } from '../setup/pid-namespace.ts'
import { useProcesses } from '../setup/process-data.ts'
import type { ServerProcess } from '../setup/server-process.ts'

const UNLIMITED = { RUNNER_CALLS_PER_MINUTE: '0' }
const MORE_WRITES = 40

/** How the process ended; a server that starts instead is a failure. */
const endOf = (server: ServerProcess) =>
  Promise.race([
    server.ended,
    server.address().then((address) => ({ code: undefined, stderr: `It started at ${address}` })),
  ])

const countAnswers = (phones: readonly PayingPhone[]) =>
  phones.flatMap(({ writes }) => writes).filter(({ answer }) => answer !== undefined).length

describe('two servers in two namespaces of process ids', () => {
  const { newData, start } = useProcesses()

  it('have one data folder in turns: the second is refused, and the first loses no deal', async () => {
    // Two containers on one volume: each server has the process id 1 and sees no other process.
    const container = newPidNamespace()
    const data = await newData('embedded')
    const phones = await newPayingPhones(data, 3)
    const first = start(data, UNLIMITED, container)
    const address = await first.address()
    for (const phone of phones) await phone.signIn(address)
    const paying = Promise.all(phones.map((phone) => phone.payUntilCut(address, () => undefined)))

    for (const wrapper of [container, []])
      expect(await endOf(start(data, UNLIMITED, wrapper))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Another Veni server already uses the data folder'),
      })
    const before = countAnswers(phones)
    await expect.poll(() => countAnswers(phones)).toBeGreaterThan(before + MORE_WRITES)
    await first.kill('SIGKILL')
    await paying

    // The lock ended with its process, whatever the namespace.
    const next = start(data, UNLIMITED, container)
    const nextAddress = await next.address()
    // The answer of the last write was cut.
    for (const phone of phones)
      for (const write of phone.writes.slice(-1))
        expect(await phone.repeat(nextAddress, write)).toEqual([])
    await next.kill('SIGKILL')
    await expectEachOnce(data, phones)
  })
})
