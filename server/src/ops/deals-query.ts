import type { DealFilter } from '../deals/list-deals.ts'

/** Which deals are asked for, as the command line tells a running server. */
export function toQuery({ since, runnerPhone }: DealFilter): string {
  return new URLSearchParams({
    ...(since && { since: since.toISOString() }),
    ...(runnerPhone !== undefined && { runner: runnerPhone }),
  }).toString()
}

export function readQuery(query: URLSearchParams): DealFilter {
  const since = query.get('since')
  return {
    since: since === null ? undefined : new Date(since),
    runnerPhone: query.get('runner') ?? undefined,
  }
}
