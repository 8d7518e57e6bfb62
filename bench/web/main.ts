/**
 * `npm run bench:web`: the built app on the real server in real Chromium, measured beside the floor page in the same
 * run. One part is chosen by its name: `npm run bench:web -- taps`. Ends with 1 when a budget is broken.
 */
import { loadavg } from 'node:os'
import { Report } from './report.ts'
import { measureFirstCard } from './first-card.ts'
import { measureHeap } from './heap.ts'
import { measureLighthouse } from './lighthouse-audits.ts'
import { measureLongList } from './long-list.ts'
import { measureRefresh } from './refresh.ts'
import { measureSlowNetwork } from './slow-network.ts'
import { measureTaps } from './taps.ts'

const parts: Record<string, (report: Report) => Promise<void>> = {
  lighthouse: measureLighthouse,
  'first-card': measureFirstCard,
  'slow-network': measureSlowNetwork,
  taps: measureTaps,
  'long-list': measureLongList,
  refresh: measureRefresh,
  heap: measureHeap,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(1)
}

const report = new Report()
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n== ${name} (load of the machine: ${loadavg()[0]?.toFixed(1)})`)
  await measure(report)
}
process.exitCode = report.finish()
