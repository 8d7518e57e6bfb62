/** The model of a runner's working day: when the phone sends what. All times are minutes of the day. */

/** What a phone does that costs the server something. Each kind is measured as a whole (calls.ts). */
export const KINDS = ['open', 'refresh', 'deal', 'photo'] as const
export type Kind = (typeof KINDS)[number]

export interface PhoneEvent {
  /** Minutes since midnight. */
  readonly at: number
  readonly kind: Kind
}

/** Of the day: assumptions, of which `refreshes` and `deals` are those of the byte budget (e2e/phone/wire.spec.ts). */
export const DAY = {
  /** Runners start between 8:30 and 9:30. */
  startsAt: 9 * 60,
  startSpread: 30,
  worksMinutes: 8 * 60,
  /** A refresh each minute while the list is open. */
  refreshEvery: 1,
  deals: 40,
  photosOfDeal: 2,
  /** How often the app is opened. */
  opens: 10,
  /** Villages without network. Deals and photos wait until the runner has left. */
  gaps: 3,
  gapMinutes: [5, 60],
} as const

/** A number from 0 up to 1. */
type Random = () => number

interface Gap {
  readonly from: number
  readonly to: number
}

/** @returns what one phone sends, in order: after a gap, everything that has waited at once */
export function playDay(random: Random): PhoneEvent[] {
  const start = DAY.startsAt + (random() * 2 - 1) * DAY.startSpread
  const anyTime = () => start + random() * DAY.worksMinutes
  const gaps = Array.from({ length: DAY.gaps }, () => newGap(random, anyTime()))
  const whenOnline = (at: number) => endOfGap(gaps, at)
  const events: PhoneEvent[] = []
  const add = (kind: Kind, at: number) => events.push({ kind, at })
  for (let count = 0; count < DAY.opens; count += 1) add('open', whenOnline(anyTime()))
  for (let count = 0; count < DAY.deals; count += 1) {
    const at = whenOnline(anyTime())
    add('deal', at)
    for (let photo = 0; photo < DAY.photosOfDeal; photo += 1) add('photo', at)
  }
  // Without network the list asks for nothing.
  for (let at = start; at < start + DAY.worksMinutes; at += DAY.refreshEvery)
    if (whenOnline(at) === at) add('refresh', at)
  return events.toSorted((one, other) => one.at - other.at)
}

function newGap(random: Random, from: number): Gap {
  const [least, most] = DAY.gapMinutes
  return { from, to: from + least + random() * (most - least) }
}

/** @returns the time itself outside of every gap */
function endOfGap(gaps: readonly Gap[], at: number): number {
  const gap = gaps.find(({ from, to }) => from <= at && at < to)
  return gap ? endOfGap(gaps, gap.to) : at
}

/** How many events of each kind there are in each minute of the day. */
export type Minutes = Readonly<Record<Kind, Uint32Array>>
const MINUTES = 24 * 60

/** Adds up the days of so many runners. */
export function countMinutes(runners: number, random: Random): Minutes {
  const minutes = Object.fromEntries(
    KINDS.map((kind) => [kind, new Uint32Array(MINUTES)]),
  ) as unknown as Minutes
  for (let runner = 0; runner < runners; runner += 1)
    for (const { at, kind } of playDay(random)) {
      const minute = Math.floor(at) % MINUTES
      minutes[kind][minute] = (minutes[kind][minute] ?? 0) + 1
    }
  return minutes
}

export const sum = (counts: Uint32Array): number =>
  counts.reduce((total, count) => total + count, 0)
