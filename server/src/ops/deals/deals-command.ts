import { resolve } from 'node:path'
import { isCalendarDay } from '@veni/domain/follow-up'
import { toPhoneKey } from '@veni/domain/runner'
import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { type DealOverview, needsAttention } from '../../deals/deal-overview.ts'
import { counted } from '../describe.ts'
import { adoptCommand } from './adopt/adopt-command.ts'
import { describeDeal } from './describe-deal.ts'
import { describeSingleOrder } from './describe-single-order.ts'
import { OperatorError } from '../../errors.ts'
import type { SingleOrderOverview } from '../../orders/order-overview.ts'
import { runTask } from '../connection/run-task.ts'
import { createDealsFile } from './deals-file.ts'
import { listDealsTask } from './list-deals-task.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly since?: Date
  readonly runner?: string
  readonly attention: boolean
  readonly csv?: string
}

/** `deals`: lists the deals of all runners for the office. */
export function dealsCommand(terminal: Terminal): Command {
  return (
    new Command('deals')
      .description(
        'list the deals of all runners, the last received first, with wrong figures and missing photos; then the single orders',
      )
      .option(
        '--since <date>',
        'only what the server received on this day or later, YYYY-MM-DD',
        parseDay,
      )
      .option('--runner <phone>', 'only what the runner with this phone did', toPhoneKey)
      .option('--attention', 'only what the office should check, with the reasons', false)
      .option('--csv <file>', 'write them to a new CSV file for a spreadsheet')
      .action((options: Options) => listDeals(terminal, options))
      .addCommand(adoptCommand(terminal))
      .helpCommand(false)
      // The options behind `adopt` are its own.
      .enablePositionalOptions()
  )
}

async function listDeals(terminal: Terminal, options: Options): Promise<void> {
  if (options.csv === undefined) {
    return printDeals(terminal, options, (item) => {
      const lines = item.kind === 'single-order' ? describeSingleOrder(item) : describeDeal(item)
      for (const line of lines) terminal.print(line)
    })
  }
  const path = resolve(terminal.env['INIT_CWD'] ?? '.', options.csv)
  const file = createDealsFile(path)
  try {
    await printDeals(terminal, options, (item) => file.add(item))
    file.close()
  } catch (error) {
    file.discard()
    throw error
  }
  terminal.print(`Written to ${path}.`)
}

/** Shows each deal and single order, and prints their numbers. */
async function printDeals(
  terminal: Terminal,
  { since, runner, attention }: Options,
  show: (item: DealOverview | SingleOrderOverview) => void,
): Promise<void> {
  const toCheck = { deals: 0, singleOrders: 0 }
  const filter = { since: since?.toISOString(), runnerPhone: runner }
  const all = await runTask(readConfig(terminal.env), listDealsTask, filter, {
    onItem(item) {
      const isOrder = item.kind === 'single-order'
      const isOdd = isOrder ? item.flags.length > 0 : needsAttention(item)
      toCheck[isOrder ? 'singleOrders' : 'deals'] += isOdd ? 1 : 0
      if (isOdd || !attention) show(item)
    },
  })
  terminal.print(`${counted(all.deals, 'deal')}, ${toCheck.deals} of them to check.`)
  if (all.singleOrders > 0)
    terminal.print(
      `${counted(all.singleOrders, 'single order')}, ${toCheck.singleOrders} of them to check.`,
    )
}

/** Midnight in the time zone of the office. */
function parseDay(text: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isCalendarDay(text)) {
    throw new OperatorError('--since must be a day, such as 2026-11-21.')
  }
  return new Date(`${text}T00:00:00`)
}
