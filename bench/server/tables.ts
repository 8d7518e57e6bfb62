/** Writes the figures of `bench/results/` into docs/performance.md, beside the goals. */
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../scripts/process/repository.mjs'
import { invariant } from '../../server/src/errors.ts'
import type { Written } from './results.ts'
import { formatSpread, type Measured, ratioOf, spread } from './rounds.ts'

const PAGE = at('docs/performance.md')

interface Goal {
  readonly row: string
  readonly other: string
  readonly figure: 'rate' | 'p99'
  readonly least?: number
  readonly most?: number
}

const faster = (row: string, other: string, least: number): Goal => ({
  row,
  other,
  figure: 'rate',
  least,
})
const sooner = (row: string, other: string): Goal => ({ row, other, figure: 'p99', most: 0.5 })

const LIST = 'list of 50'
const goals: readonly Goal[] = [
  faster(LIST, 'thin', 2),
  faster(LIST, 'Parse Server', 10),
  faster(LIST, 'Directus', 40),
  faster(LIST, 'constant answer', 0.2),
  faster('unchanged list (304)', 'constant answer', 0.5),
  faster('a whole deal', 'thin insert', 0.5),
  ...['json-server', 'Parse Server', 'Directus'].map((peer) => sooner(LIST, peer)),
  ...['json-server', 'Parse Server', 'Directus'].map((peer) => sooner('a whole deal', peer)),
]

/** This part has rows of the same names as other parts, so it has a table of its own. */
const EMBEDDED = 'embedded'

const figureGoals: Readonly<Record<string, string>> = {
  'first answer, PostgreSQL, ms': '≤ 1,000',
  'first answer, embedded, ms': '≤ 2,000',
  'resident after 20000 lists, PostgreSQL, MB': '≤ 130',
  'resident after 20000 lists, embedded, MB': '≤ 260',
  'p99 of 10000 runners at 60 s, ms': '< 50',
  'processors used by 10000 runners at 60 s': '≤ 1',
}

/** Replaces the tables of the page by those of the last runs. */
export function writeTables(parts: readonly string[]): void {
  const runs = parts.map((part) => ({ part, written: read(part) }))
  const compared = runs.filter(({ part }) => part !== EMBEDDED)
  const rows = Object.assign({}, ...compared.map(({ written }) => written.rows)) as Written['rows']
  const figures = Object.assign(
    {},
    ...runs.map(({ written }) => written.figures),
  ) as Written['figures']
  const taken = runs.map(
    ({ part, written }) =>
      `${part} ${written.measuredAt.slice(0, 10)} (load ${written.load.toFixed(1)})`,
  )
  const text = [
    `Measured: ${taken.join(', ')}; ${runs[0]?.written.machine.processors} processors, Node ${runs[0]?.written.machine.node}.`,
    '## Goals',
    table(
      ['what', 'ours ÷ the other', 'goal', ''],
      [...goals.flatMap((goal) => toGoalRow(goal, rows)), ...toFlatRows(figures)],
    ),
    '## Comparisons',
    table(['what', 'server', 'answers/s', 'p50 ms', 'p99 ms', 'ours ÷ this'], toComparisons(rows)),
    '## Figures',
    table(['what', 'median (least–most)', 'goal'], toFigureRows(figures)),
    ...describeEmbedded(read(EMBEDDED)),
  ].join('\n\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', after = ''] = page.split(/<!-- figures -->[^]*<!-- end of figures -->/)
  writeFileSync(PAGE, `${before}<!-- figures -->\n\n${text}\n\n<!-- end of figures -->${after}`)
}

const read = (part: string) =>
  JSON.parse(readFileSync(at('bench/results', `${part}.json`), 'utf8')) as Written

function toGoalRow({ row, other, figure, least, most }: Goal, rows: Written['rows']): string[][] {
  const ours = rows[row]?.['ours']
  const than = rows[row]?.[other]
  if (!ours || !than) return []
  const ratio = ratioOf(ours, than, figure)
  const isMet = least === undefined ? ratio.median <= (most ?? 0) : ratio.median >= least
  const goal = least === undefined ? `≤ ${most}` : `≥ ${least}`
  const what = figure === 'rate' ? `${row} ÷ ${other}` : `p99 of ${row} ÷ ${other}`
  return [[what, formatSpread(ratio), goal, isMet ? 'met' : 'not met']]
}

function describeEmbedded({ rows }: Written): string[] {
  const cells = Object.entries(rows).map(([row, { PostgreSQL: postgres, embedded }]) => {
    invariant(postgres && embedded, `${row} was measured on both databases`)
    const rates = [postgres.rate, embedded.rate, ratioOf(embedded, postgres, 'rate')]
    return [row, ...[...rates, embedded.p99].map(formatSpread)]
  })
  return [
    '## The embedded database',
    'It runs in a thread of the server, for one machine. Answers in a second of our server with each database, in rounds of their own; its start and its memory are above.',
    table(['what', 'PostgreSQL', 'embedded', 'embedded ÷ PostgreSQL', 'p99 ms, embedded'], cells),
  ]
}

const MOST_GROWTH = 1.3

/** A list is to take as long in a database of a million customers as in one of a thousand. */
function toFlatRows(figures: Written['figures']): string[][] {
  return ['first', 'next'].flatMap((which) => {
    const small = figures[`${which} list of 1000 customers, ms`]
    const large = figures[`${which} list of 1000000 customers, ms`]
    if (!small || !large) return []
    const ratio = large.median / small.median
    const what = `${which} list of 1,000,000 customers ÷ of 1,000`
    const isMet = ratio <= MOST_GROWTH
    return [[what, formatSpread(spread([ratio])), `≤ ${MOST_GROWTH}`, isMet ? 'met' : 'not met']]
  })
}

const toFigureRows = (figures: Written['figures']): string[][] =>
  Object.entries(figures).map(([name, one]) => [name, formatSpread(one), figureGoals[name] ?? ''])

const toComparisons = (rows: Written['rows']): string[][] =>
  Object.entries(rows).flatMap(([row, servers]) =>
    Object.entries(servers).map(([server, measured]) => [
      row,
      server,
      ...figuresOf(measured),
      servers['ours'] ? formatSpread(ratioOf(servers['ours'], measured, 'rate')) : '',
    ]),
  )

const figuresOf = ({ rate, p50, p99 }: Measured) => [rate, p50, p99].map(formatSpread)

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
