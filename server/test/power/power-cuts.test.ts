import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFailed } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { expectEachOnce } from '../fixtures/paying-phone.ts'
import { databaseKinds } from '../setup/databases.ts'
import type { ProcessData } from '../setup/process-data.ts'
import { chooseUnsynced } from './disk-after-cut.ts'
import { People } from './people.ts'
import { PowerMachine } from './power-machine.ts'
import { seededRandom } from './seeded-random.ts'

/** One cut in every test run, 200 in `npm run test:power`. */
const cuts = Number(process.env.CUTS ?? 1)
const seed = Number(process.env.SEED ?? 1)
const MOST_SENT_BEFORE = 40
const MOST_MS_AFTER = 30
/** So many cuts come while the database recovers from the cut before. */
const SHARE_DURING_START = 0.2
const MOST_MS_OF_A_START = 2_500

describe.each(databaseKinds)(`a server on %s whose power is cut ${cuts} times`, (kind) => {
  let machine: PowerMachine
  afterEach(() => machine.remove())

  it('has every acknowledged write afterwards, once', async () => {
    onTestFailed(() => void process.stdout.write(`Repeat with SEED=${seed} CUTS=${cuts}\n`))
    const random = seededRandom(`${kind} ${seed}`)
    machine = new PowerMachine(kind)
    const people = await People.prepare(machine)
    let duringStart = 0
    for (let cut = 0; cut < cuts; cut += 1) {
      const unsynced = chooseUnsynced(cut, seededRandom(`${kind} ${seed} ${cut}`))
      const { address } = await machine.start(people.env)
      // At the first start nobody has signed in yet.
      const isDuringStart = cut > 0 && random() < SHARE_DURING_START
      if (isDuringStart) {
        duringStart += 1
        await wait(random() * MOST_MS_OF_A_START)
        await machine.cut(machine.now(), unsynced)
      } else {
        const sent = 1 + random() * MOST_SENT_BEFORE
        const ms = random() * MOST_MS_AFTER
        // After the first cut nothing is left of what was not synced.
        const after = cut === 0 ? { sent, all: true, ms: 0 } : { sent, all: false, ms }
        await machine.cut(await people.workUntilCut(await address, after), unsynced)
      }
      people.latestCut = `after cut ${cut}, which kept ${unsynced.name} of what was not synced`
      await people.checkDisk()
      expectNoProblem(people)
    }
    const { address } = await machine.start(people.env)
    await people.goOn(await address)
    expectNoProblem(people)
    await people.finish(await address)
    await machine.stop()
    expect(await machine.findUnloggedChanges()).toEqual([])
    await people.checkDisk()
    expectNoProblem(people)
    await machine.withData((data) => expectAllOnce(data, people))
    process.stdout.write(
      `${kind}: ${cuts} cuts, ${duringStart} during a start, seed ${seed}, ${people.countWrites()} writes, 0 lost, 0 doubled\n`,
    )
  }, 3_600_000)
})

const expectNoProblem = ({ problems }: People) => expect(problems, problems[0]).toEqual([])

async function expectAllOnce(data: ProcessData, people: People): Promise<void> {
  await expectEachOnce(data, people.payers, { photos: people.uploader.stored })
  const database = await openDatabase(data)
  const { stored, sent } = await people.compareOthers(database)
  await database.close()
  expect(stored).toEqual(sent)
}
