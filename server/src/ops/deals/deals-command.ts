import { isCalendarDay } from '@veni/domain/follow-up'
import { toPhoneKey } from '@veni/domain/runner'
import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { needsAttention } from '../../deals/deal-overview.ts'
import { counted } from '../describe.ts'
import { describeDeal } from './describe-deal.ts'
import { OperatorError } from '../../errors.ts'
import { runTask } from '../connection/run-task.ts'
import { listDealsTask } from './list-deals-task.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly since?: Date
  readonly runner?: string
  readonly attention: boolean
}

/** `deals`: lists the deals of all runners for the office. */
export function dealsCommand(terminal: Terminal): Command {
  return new Command('deals')
    .description(
      'list the deals of all runners, newest first, with wrong figures and missing photos',
    )
    .option('--since <date>', 'only deals completed on this day or later, YYYY-MM-DD', parseDay)
    .option('--runner <phone>', 'only deals of the runner with this phone', toPhoneKey)
    .option(
      '--attention',
      'only deals with a wrong sum or cash amount, or with a photo that is missing or used before',
      false,
    )
    .action((options: Options) => listDeals(terminal, options))
}

async function listDeals(terminal: Terminal, { since, runner, attention }: Options): Promise<void> {
  let attentionCount = 0
  const filter = { since: since?.toISOString(), runnerPhone: runner }
  const all = await runTask(readConfig(terminal.env), listDealsTask, filter, {
    onItem(deal) {
      const isWrong = needsAttention(deal)
      attentionCount += isWrong ? 1 : 0
      if (isWrong || !attention) for (const line of describeDeal(deal)) terminal.print(line)
    },
  })
  terminal.print(`${counted(all, 'deal')}, ${attentionCount} of them to check.`)
}

/** Midnight in the time zone of the office. */
function parseDay(text: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isCalendarDay(text)) {
    throw new OperatorError('--since must be a day, such as 2026-11-21.')
  }
  return new Date(`${text}T00:00:00`)
}
