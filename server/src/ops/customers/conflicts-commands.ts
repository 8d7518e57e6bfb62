import { isWrongClock } from '@veni/domain/clock'
import type { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import { isRowId } from '../../wire-values.ts'
import { runTask } from '../connection/run-task.ts'
import { describeRunner } from '../deals/describe-flag.ts'
import { counted, localTime } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { endConflictTask, listConflictsTask, type OpenConflict } from './conflict-tasks.ts'

/** Adds the commands for status changes of runners that came after a newer change of the office. */
export function addConflictsCommands(customers: Command, terminal: Terminal): void {
  customers
    .command('conflicts')
    .description('list the status changes of runners that are older than a change of the office')
    .action(() => list(terminal))
  customers
    .command('end-conflict')
    .description('end a conflict: the customer keeps what the office has')
    .argument('<number>', 'number of the conflict', parseNumber)
    .option('--runner', 'give the customer what the runner wanted', false)
    .action((id: number, { runner }: { runner: boolean }) =>
      end(terminal, id, runner ? 'runner' : 'office'),
    )
}

async function list(terminal: Terminal): Promise<void> {
  const onItem = (conflict: OpenConflict) => {
    for (const line of describeConflict(conflict)) terminal.print(line)
  }
  const all = await runTask(readConfig(terminal.env), listConflictsTask, {}, { onItem })
  terminal.print(`${counted(all, 'conflict')}.`)
}

async function end(terminal: Terminal, id: number, winner: 'office' | 'runner'): Promise<void> {
  await runTask(readConfig(terminal.env), endConflictTask, { id, winner })
  const result = winner === 'office' ? 'keeps what the office has' : 'has what the runner wanted'
  terminal.print(`Ended conflict ${id}: the customer ${result}.`)
}

function describeConflict(conflict: OpenConflict): string[] {
  const { id, customer, runner, office, officeChangedAt, wanted, seen, receivedAt } = conflict
  const isChanged = customer.status !== office.status
  return [
    `${id}  received ${localTime(receivedAt)}  ${describeRunner(runner)}`,
    `  ${customer.name} (customer ${customer.id})${isChanged ? `, now ${customer.status}` : ''}`,
    `! office: ${describeValues(office)}, changed ${localTime(officeChangedAt)}`,
    `! runner: ${describeValues(wanted)}, ${describeTime(seen)}`,
    `  the runner saw ${describeValues(seen)}`,
  ]
}

interface Values {
  readonly status: string
  readonly notes?: string | undefined
  readonly comments?: string | undefined
  readonly next_followup?: string | null | undefined
}

/** `hold "After the festival", follow-up 2026-12-01` */
function describeValues({ status, notes, comments = notes, next_followup }: Values): string {
  const comment = comments ? ` "${comments}"` : ''
  return `${status}${comment}${next_followup ? `, follow-up ${next_followup}` : ''}`
}

/** As the time of a deal: the phone's own, and what it is when its clock was wrong. */
function describeTime({ at, clock_offset_s: offset }: OpenConflict['seen']): string {
  const own = `tapped ${localTime(at)} by the phone's clock`
  if (offset === undefined || !isWrongClock(offset)) return own
  const corrected = new Date(Date.parse(at) + offset * 1_000)
  // An earlier release stored any offset.
  if (Number.isNaN(corrected.getTime())) return own
  return `${own}, ${localTime(corrected.toISOString())} by the server's`
}

function parseNumber(text: string): number {
  if (isRowId(text)) return Number(text)
  throw new OperatorError(`${text} is not the number of a conflict.`)
}
