/**
 * `npm run simulate`: the working day of RUNNERS (100,000) runners. Their phones are a model (day.ts); the server and
 * PostgreSQL are the real ones. It measures what each event costs, plays the busiest minutes of as many runners as the
 * machine can serve, faster than real time, and says what 100,000 of them need.
 */
import { cpus } from 'node:os'
import { median } from '../figures.ts'
import { type Bench, withBench } from '../server/bench-postgres.ts'
import { readers } from '../server/fill.ts'
import type { Program } from '../server/process.ts'
import { Results } from '../server/results.ts'
import { spread } from '../server/rounds.ts'
import { startOurs } from '../server/servers.ts'
import { type Sender, PHOTO_BYTES } from './calls.ts'
import { type Costs, measureCosts } from './costs.ts'
import { countMinutes, KINDS, type Minutes, playDay, sum } from './day.ts'
import { play } from './play.ts'
import { type Limit, type Needs, writeSizing } from './sizing.ts'
import { findPeak, loadOf, predictLimit, type Rates, ratesIn, scale } from './predict.ts'
import { seededRandom } from '../../server/test/power/seeded-random.ts'

const RUNNERS = Number(process.env.RUNNERS ?? 100_000)
const SIZES = [100, 10_000, 100_000, 1_000_000]
const EVENTS = Number(process.env.EVENTS ?? 400)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
/** So many minutes are played in so many seconds: 30 times as fast. */
const PART_MINUTES = 10
const PART_SECONDS = 20
const FASTER = (PART_MINUTES * 60) / PART_SECONDS
const PROCESSORS = cpus().length
/** A server with more work answers later and later. */
const MOST_BUSY = 0.6

const senders: readonly Sender[] = readers.map(({ id, cookie }) => ({
  cookie,
  customerId: (id - 1) * 50 + 7,
}))

await withBench(async (bench) => {
  const results = new Results()
  const program = await startOurs({ databaseUrl: bench.databaseUrl, folder: bench.folder })
  bench.programs.push(program)
  const costs = await readCosts(bench, program, results)
  const minutes = countMinutes(RUNNERS, seededRandom('the days of all runners'))
  const peak = findPeak(minutes, PART_MINUTES, costs)
  const rates = scale(ratesIn(minutes, peak, peak + PART_MINUTES), 1 / RUNNERS)
  const limit = await compare({ program, costs, rates, peak, results })
  addNeeds({ minutes, rates, costs }, limit, results)
  results.write('simulate')
})

async function readCosts(bench: Bench, program: Program, results: Results): Promise<Costs> {
  const { databaseUrl } = bench
  const costs = await measureCosts({ program, databaseUrl, senders }, EVENTS)
  for (const kind of KINDS) {
    const { server, thread, database: inDatabase, databaseBytes } = costs[kind]
    results.addFigure(`${kind}: processor time of the server, ms`, spread([server]))
    results.addFigure(`${kind}: processor time of its main thread, ms`, spread([thread]))
    results.addFigure(`${kind}: processor time of PostgreSQL, ms`, spread([inDatabase]))
    results.addFigure(`${kind}: bytes in the database`, spread([databaseBytes]))
  }
  return costs
}

interface Comparison extends Omit<Country, 'minutes'> {
  readonly program: Program
  readonly peak: number
  readonly results: Results
}

interface Country {
  readonly minutes: Minutes
  /** Of one runner in a second of the busiest minutes. */
  readonly rates: Rates
  readonly costs: Costs
}

/** Plays more than the machine can serve, and then less, and compares both with what the costs say. */
async function compare({ program, costs, rates, peak, results }: Comparison): Promise<Limit> {
  const predicted = predictLimit(rates, costs, PROCESSORS)
  results.addFigure('runners of the busiest minutes, predicted', spread([predicted.runners]))
  console.log(`Then ${predicted.busy} would be busy all the time.`)
  const measured: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const runners = await playRunners(program, predicted.runners * 1.5, peak, round)
    const { seconds, repeats, p99 } = runners.played
    console.log(
      `${Math.round(runners.count)} runners: ${seconds.toFixed(1)} s, p99 ${Math.round(p99)} ms, ${repeats} asked to try again`,
    )
    measured.push(runners.count * Math.min(1, PART_SECONDS / seconds))
  }
  results.addFigure('runners of the busiest minutes, measured', spread(measured))
  results.addFigure('predicted ÷ measured', spread([predicted.runners / median(measured)]))
  const { played, count } = await playRunners(program, median(measured) * MOST_BUSY, peak, ROUNDS)
  console.log(`${Math.round(count)} runners, ${MOST_BUSY * 100} % of that:`)
  results.addFigure('p50 of an event with 60 % of them, ms', spread([played.p50]))
  results.addFigure('p99 of an event with 60 % of them, ms', spread([played.p99]))
  return {
    processors: PROCESSORS,
    predicted,
    measured: median(measured),
    p50: played.p50,
    p99: played.p99,
  }
}

/** A thirtieth of the runners, thirty times as fast. */
async function playRunners({ url }: Program, wanted: number, peak: number, seed: number) {
  const sample = Math.max(1, Math.min(senders.length, Math.round(wanted / FASTER)))
  const random = seededRandom(`the days of round ${seed}`)
  const days = Array.from({ length: sample }, () => playDay(random))
  const part = { from: peak, to: peak + PART_MINUTES, seconds: PART_SECONDS }
  return { count: sample * FASTER, played: await play(url, senders, days, part) }
}

/** What this many runners need, each as busy as those of the model. */
function needsOf(runners: number, { minutes, rates, costs }: Country): Needs {
  const part = runners / RUNNERS
  const busiest = scale(rates, runners)
  const { server, thread, database } = loadOf(busiest, costs)
  const photos = sum(minutes.photo) * part
  const grown = (what: 'databaseBytes' | 'databaseRows') =>
    KINDS.reduce((all, kind) => all + sum(minutes[kind]) * costs[kind][what], 0) * part
  return {
    runners,
    deals: sum(minutes.deal) * part,
    events: KINDS.reduce((all, kind) => all + busiest[kind], 0),
    calls: KINDS.reduce((all, kind) => all + busiest[kind] * costs[kind].calls, 0),
    server,
    processes: Math.ceil(thread / MOST_BUSY),
    database,
    rows: grown('databaseRows'),
    databaseBytes: grown('databaseBytes'),
    photoBytes: photos * PHOTO_BYTES,
  }
}

function addNeeds(country: Country, limit: Limit, results: Results): void {
  const needs = SIZES.map((runners) => needsOf(runners, country))
  for (const { runners, server, processes, database } of needs) {
    results.addFigure(`${runners} runners: processors of servers, busy`, spread([server]))
    results.addFigure(`${runners} runners: server processes`, spread([processes]))
    results.addFigure(`${runners} runners: processors of PostgreSQL, busy`, spread([database]))
  }
  writeSizing(country.costs, needs, limit)
}
