/** The alerts and the board of docs/monitoring ask for labels that the server gives its metrics. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshDatabase } from '../../test/setup/databases.ts'
import { readWithFigures } from '../../test/setup/read-figures.ts'
import { serverRoot } from '../config/folders.ts'
import { silentLog } from '../log.ts'
import { createMetrics } from './metrics.ts'

/** A question to Prometheus, and the labels that its title or its legend shows. */
interface Question {
  readonly expr: string
  readonly shown: readonly string[]
}

const read = (file: string) => readFileSync(join(serverRoot, '../docs/monitoring', file), 'utf8')

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const alerts: Question[] = read('alerts.yml')
  .split('- alert:')
  .slice(1)
  .map((text) => ({
    expr: /expr:([^]*?)\n {8}(?:for|labels):/.exec(text)?.[1] ?? '',
    shown: namesIn(text, /\$labels\.(\w+)/g),
  }))

interface Panel {
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}
const { panels } = JSON.parse(read('grafana-board.json')) as { panels: readonly Panel[] }
const targets: Question[] = panels.flatMap((panel) =>
  panel.targets.map(({ expr, legendFormat }) => ({
    expr,
    shown: namesIn(legendFormat, /\{\{(\w+)\}\}/g),
  })),
)

type Labels = Readonly<Record<string, string>>

const parseLabels = (text: string): Labels =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )

/** Prometheus compares a pattern with the whole value. */
const matches = (labels: Labels, matchers: string) =>
  [...matchers.matchAll(/(\w+)(=|=~|!~)"([^"]*)"/g)].every(([, name = '', operator, value = '']) =>
    operator === '='
      ? labels[name] === value
      : new RegExp(`^(${value})$`).test(labels[name] ?? '') === (operator === '=~'),
  )

/** A proxy asks for it several times a second, which would hide the failures of a small fleet. */
const CHECK = '/api/health/ready'

/** It takes as long as the network of the phone, so a slow village must not look like a slow server. */
const PHOTOS = ['/api/uploads', '/api/uploads/:id', '/api/images']

/** What Prometheus adds to each sample. */
const ADDED = ['instance', 'job']

describe('the questions of docs/monitoring', () => {
  let database: Awaited<ReturnType<typeof openFreshDatabase>>
  /** The labels of the samples of each name. */
  const samples = new Map<string, Labels[]>()

  beforeAll(async () => {
    database = await openFreshDatabase('embedded')
    const metrics = createMetrics(database, silentLog)
    for (const route of ['/api/customers', CHECK, ...PHOTOS])
      for (const status of [200, 503])
        metrics.countCall({ method: 'GET', route, status, seconds: 1 })
    for (const line of (await readWithFigures(metrics)).split('\n')) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
      if (name) samples.set(name, [...(samples.get(name) ?? []), parseLabels(labels)])
    }
    samples.set('up', [{ job: 'veni' }])
  })
  afterAll(() => database.close())

  const find = (name: string, matchers: string) =>
    (samples.get(name) ?? []).filter((one) => matches(one, matchers))

  it('do not count the uploads of photos in the alert of slow calls', () => {
    const [{ expr } = { expr: '' }, ...others] = alerts.filter((one) =>
      one.expr.includes('_bucket'),
    )
    expect(others).toEqual([])
    const [, name = '', matchers = ''] = /\b(veni_\w+)\{([^}]*)\}/.exec(expr) ?? []
    const routes = new Set(find(name, matchers).map(({ route }) => route))
    expect([...routes]).toEqual(['/api/customers'])
  })

  it.each([...alerts, ...targets])('$expr', ({ expr, shown }) => {
    const selectors = [...expr.matchAll(/\b(up|veni_\w+)(?:\{([^}]*)\})?/g)]
    expect(selectors).not.toEqual([])
    const labels = new Set(ADDED)
    for (const [selector, name = '', matchers = ''] of selectors) {
      const found = find(name, matchers)
      expect(found, selector).not.toEqual([])
      expect(found.filter(({ route }) => route === CHECK)).toEqual([])
      for (const one of found) for (const label of Object.keys(one)) labels.add(label)
    }
    const grouped = namesIn(expr, /\bby \(([^)]*)\)/g).flatMap((names) => names.split(/, */))
    expect(grouped.filter((label) => !labels.has(label))).toEqual([])
    const left = /\b(sum|max|min|avg)(?!_)/.test(expr) ? new Set(grouped) : labels
    expect(shown.filter((label) => !left.has(label))).toEqual([])
  })
})
