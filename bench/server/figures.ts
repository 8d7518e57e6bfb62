/** Memory, start, 10,000 runners in one process, and lists in small and large databases. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../server/test/setup/throw-away-postgres.ts'
import { ask } from './ask.ts'
import type { Bench } from './bench-postgres.ts'
import { fillEmbedded } from './embedded.ts'
import { cookieOf, fillCustomers, fillRunners, readers } from './fill.ts'
import { sendLoad } from './load.ts'
import type { Program } from './process.ts'
import { refreshInTurn } from './refresh.ts'
import { compressedList } from './requests.ts'
import type { Results } from './results.ts'
import { spread } from './rounds.ts'
import { startOurs } from './servers.ts'

export async function measureFigures(bench: Bench, results: Results): Promise<void> {
  await measureStarts(bench, results)
  await measureMemory(bench, results)
  await measureRefreshes(bench, results)
  await measureSizes(bench, results)
}

/** From the start of the process until its first answer, over a database that exists. */
async function measureStarts({ databaseUrl, folder, rounds }: Bench, results: Results) {
  const embedded = mkdtempSync(join(folder, 'embedded-'))
  const first = await startOurs({ folder, dataDir: embedded })
  await first.stop()
  const figures = { postgres: [] as number[], embedded: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    figures.postgres.push(await timeStart({ databaseUrl, folder }))
    figures.embedded.push(await timeStart({ folder, dataDir: embedded }))
  }
  results.addFigure('first answer, PostgreSQL, ms', spread(figures.postgres))
  results.addFigure('first answer, embedded, ms', spread(figures.embedded))
}

async function timeStart(options: Parameters<typeof startOurs>[0]): Promise<number> {
  const begun = performance.now()
  const program = await startOurs(options)
  await ask(`${program.url}/api/ping`, {})
  const took = performance.now() - begun
  await program.stop()
  return took
}

const REQUESTS = 20_000

/** After so many lists, as phones ask for them. */
async function measureMemory({ databaseUrl, folder, rounds }: Bench, results: Results) {
  const embedded = await fillEmbedded(folder, async (database) => {
    await fillRunners(database, readers.length)
    await fillCustomers(database, readers.length)
  })
  const figures = { postgres: [] as number[], embedded: [] as number[] }
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    figures.postgres.push(await residentAfter(await startOurs({ databaseUrl, folder }), folder))
    figures.embedded.push(
      await residentAfter(await startOurs({ folder, dataDir: embedded }), folder),
    )
  }
  results.addFigure(`resident after ${REQUESTS} lists, PostgreSQL, MB`, spread(figures.postgres))
  results.addFigure(`resident after ${REQUESTS} lists, embedded, MB`, spread(figures.embedded))
}

async function residentAfter(program: Program, folder: string): Promise<number> {
  for (let sent = 0; sent < REQUESTS;) {
    const { requests } = await sendLoad(program.url, compressedList, {
      folder,
      seconds: 1,
      firstSender: sent,
    })
    sent += requests
  }
  const resident = program.residentMb()
  await program.stop()
  return resident
}

const REFRESHING = 10_000
const REFRESH_SECONDS = 60

/** Each of 10,000 runners asks once in 60 s whether the list has changed. */
async function measureRefreshes({ postgres, folder, rounds }: Bench, results: Results) {
  await postgres.createDatabase('refreshed')
  const databaseUrl = `${postgres.url}/refreshed`
  const migrating = await startOurs({ databaseUrl, folder })
  await migrating.stop()
  await fillRunners(databaseUrl, REFRESHING)
  await fillCustomers(databaseUrl, REFRESHING)
  const program = await startOurs({ databaseUrl, folder })
  const cookies = Array.from({ length: REFRESHING }, (_, at) => cookieOf(at + 1))
  // The first minute is that of the whole lists.
  const tags = (await refreshInTurn(program.url, cookies, { seconds: REFRESH_SECONDS })).tags
  const figures = { p50: [] as number[], p99: [] as number[], used: [] as number[] }
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    const before = program.processorSeconds()
    const { times } = await refreshInTurn(program.url, cookies, { seconds: REFRESH_SECONDS, tags })
    figures.used.push((program.processorSeconds() - before) / REFRESH_SECONDS)
    const inOrder = times.toSorted((one, other) => one - other)
    const at = (part: number) => inOrder[Math.floor(inOrder.length * part)] ?? Number.NaN
    figures.p50.push(at(0.5))
    figures.p99.push(at(0.99))
  }
  results.addFigure(`p50 of ${REFRESHING} runners at 60 s, ms`, spread(figures.p50))
  results.addFigure(`p99 of ${REFRESHING} runners at 60 s, ms`, spread(figures.p99))
  results.addFigure(`processors used by ${REFRESHING} runners at 60 s`, spread(figures.used))
  await program.stop()
}

/** The first list of a runner, which no process has stored, and the next ones. */
async function measureSizes({ postgres, folder, rounds }: Bench, results: Results) {
  for (const runners of [20, 20_000]) {
    const name = `sized_${runners}`
    await postgres.createDatabase(name)
    const databaseUrl = `${postgres.url}/${name}`
    const migrating = await startOurs({ databaseUrl, folder })
    await migrating.stop()
    await fillRunners(databaseUrl, runners)
    await fillCustomers(databaseUrl, runners)
    await run(databaseUrl, 'vacuum analyze')
    const figures = { first: [] as number[], next: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const program = await startOurs({ databaseUrl, folder })
      // The statements of a new process are planned at their first uses.
      await timeLists(program, 11)
      figures.first.push(...(await timeLists(program, 1)))
      figures.next.push(...(await timeLists(program, 1)))
      await program.stop()
    }
    results.addFigure(`first list of ${runners * 50} customers, ms`, spread(figures.first))
    results.addFigure(`next list of ${runners * 50} customers, ms`, spread(figures.next))
  }
}

/** Of ten runners, one after the other. */
async function timeLists(program: Program, firstRunner: number): Promise<number[]> {
  const times: number[] = []
  for (let id = firstRunner; id < firstRunner + 10; id += 1) times.push(await timeList(program, id))
  return times
}

async function timeList({ url }: Program, runnerId: number): Promise<number> {
  const begun = performance.now()
  await ask(`${url}/api/customers`, { cookie: cookieOf(runnerId) })
  return performance.now() - begun
}
