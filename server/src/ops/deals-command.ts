import { isCalendarDay } from '@veni/domain/follow-up'
import { phoneKey } from '@veni/domain/runner'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { needsAttention } from '../deals/list-deals.ts'
import { describeDeal } from './describe-deal.ts'
import { ImportRefusal } from './import-refusal.ts'
import { openOffice } from './office.ts'
import type { Terminal } from './terminal.ts'

interface Options {
  readonly since?: Date
  readonly runner?: string
  readonly attention: boolean
}

/** `deals`: what runners have done, as the office must be able to look at it. */
export function dealsCommand(terminal: Terminal): Command {
  return new Command('deals')
    .description('list the deals of all runners, newest first, with what is wrong or missing')
    .option('--since <date>', 'completed on this day or later, YYYY-MM-DD', parseDay)
    .option('--runner <phone>', 'of the runner with this phone', phoneKey)
    .option('--attention', 'only wrong sums or cash, photos not here yet or used before', false)
    .action((options: Options) => listDeals(terminal, options))
}

async function listDeals(terminal: Terminal, { since, runner, attention }: Options): Promise<void> {
  const office = await openOffice(readConfig(terminal.env))
  let wanting = 0
  try {
    const all = await office.listDeals({ since, runnerPhone: runner }, (deal) => {
      const isWanting = needsAttention(deal)
      wanting += isWanting ? 1 : 0
      if (isWanting || !attention) for (const line of describeDeal(deal)) terminal.say(line)
    })
    terminal.say(`${all === 1 ? '1 deal' : `${all} deals`}, ${wanting} of them to look at.`)
  } finally {
    await office.close()
  }
}

/** Midnight where the office is. */
function parseDay(text: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isCalendarDay(text)) {
    throw new ImportRefusal('--since must be a day, such as 2026-11-21.')
  }
  return new Date(`${text}T00:00:00`)
}
