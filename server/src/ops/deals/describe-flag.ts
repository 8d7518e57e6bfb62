import type { DealOverview } from '../../deals/deal-overview.ts'
import type { SingleOrderOverview } from '../../orders/order-overview.ts'

type Flag = DealOverview['flags'][number] | SingleOrderOverview['flags'][number]

/** Describes a flag in one line that starts with `!`. @param kinds a sentence for each kind */
export function describeFlag<TFlag extends Flag>(
  flag: TFlag,
  kinds: Readonly<Record<TFlag['kind'], string>>,
): string {
  const odd = 'others' in flag ? flag.others.map(describeOther).join(', ') : flag.field
  return `! ${kinds[flag.kind as TFlag['kind']]}: ${odd}`
}

function describeOther({ id, runner }: { id: string; runner: DealOverview['runner'] }): string {
  return `${id} of ${describeRunner(runner)}`
}

export function describeRunner({ name, phone }: DealOverview['runner']): string {
  return phone === null ? name : `${name} ${phone}`
}
