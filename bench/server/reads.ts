import { ask } from './ask.ts'
import { type Bench, stopAtEnd } from './bench-postgres.ts'
import { readers } from './fill.ts'
import { type Requests, sendLoad } from './load.ts'
import type { Program } from './process.ts'
import { compressedList, list, oneCustomer, ping, unchangedList } from './requests.ts'
import { installedPeers } from './peers.ts'
import type { Results } from './results.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { startConstant, startOurs, startThin } from './servers.ts'

const fromThin = (query: string): Requests => ({
  path: `/?${query}`,
  senders: readers.map(({ id }) => [String(id)]),
})

/** The list of 50 customers, whole, compressed and unchanged, and one customer. */
export async function measureReads(bench: Bench, results: Results): Promise<void> {
  const { databaseUrl, folder, rounds } = bench
  const ours = await stopAtEnd(bench, startOurs({ databaseUrl, folder }))
  const thin = await stopAtEnd(bench, startThin(databaseUrl, folder))
  const tags = await readTags(ours)
  const rows: Readonly<
    Record<string, readonly [requests: Requests, others: readonly Contender[]]>
  > = {
    'list of 50': [
      list,
      [
        contender(bench, 'thin', { program: thin, requests: fromThin('runner={1}') }),
        ...(await startPeers(bench, 'list')),
      ],
    ],
    'list of 50, compressed': [compressedList, []],
    'unchanged list (304)': [unchangedList(tags), []],
    'one customer': [oneCustomer, []],
    'a call without session and database': [ping, []],
  }
  for (const [name, [requests, others]] of Object.entries(rows)) {
    for (const sender of requests.senders) await askAs(ours, requests, sender)
    const constant = await startConstant(await askAs(ours, requests), folder)
    const contenders = [
      contender(bench, 'ours', { program: ours, requests }),
      ...others,
      contender(bench, 'constant answer', { program: constant, requests }),
    ]
    results.add(name, await measureRounds(contenders, rounds))
    await constant.stop()
  }
}

/** Starts the peers that are installed. */
export async function startPeers(bench: Bench, asked: 'list' | 'order'): Promise<Contender[]> {
  const contenders: Contender[] = []
  for (const peer of installedPeers()) {
    const program = await stopAtEnd(bench, peer.start(bench))
    contenders.push(contender(bench, peer.name, { program, requests: peer[asked] }))
  }
  return contenders
}

export const contender = (
  { folder, seconds }: Bench,
  name: string,
  { program, requests }: { readonly program: Program; readonly requests: Requests },
): Contender => {
  let sent = 0
  return {
    name,
    measure: async () => {
      const figures = await sendLoad(program.url, requests, { folder, seconds, firstSender: sent })
      // A few more are on their way when the load ends.
      sent += figures.requests + 100
      return figures
    },
  }
}

/** The answer to one sender, the first one by default. */
export function askAs(
  { url }: Program,
  { path, headers = {}, senders }: Requests,
  values: readonly string[] = senders[0] ?? [],
) {
  const fill = (text: string) =>
    text.replaceAll(/\{(\d)\}/g, (_, at) => values[Number(at) - 1] ?? '')
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)] as const)
  return ask(`${url}${fill(path)}`, Object.fromEntries(filled))
}

/** The tag of each reader's list. */
export async function readTags({ url }: Program): Promise<string[]> {
  const tags: string[] = []
  for (const { cookie } of readers) {
    const { headers } = await ask(`${url}/api/customers`, { cookie })
    tags.push(headers.etag ?? '')
  }
  return tags
}
