import { Command } from 'commander'
import { dealsCommand } from './deals/deals-command.ts'
import { importCommand } from './import/import-command.ts'
import type { Terminal } from './terminal.ts'

/** The command line for operators: one file per command. */
export function buildProgram(terminal: Terminal): Command {
  return new Command('npm run ops --')
    .description('Work on the data of a Veni server, whether it is running or not.')
    .addCommand(importCommand(terminal))
    .addCommand(dealsCommand(terminal))
    .helpCommand(false)
    .showHelpAfterError('Add --help for what there is.')
    .addHelpText('after', EXAMPLES)
}

const EXAMPLES = `
Examples:
  npm run ops -- import runners runners.csv
  npm run ops -- import customers customers.csv
  npm run ops -- import customers customers.csv --skip-bad
  npm run ops -- import products --help
  npm run ops -- import deals veni-deals.json
  npm run ops -- deals --since 2026-11-01 --attention

DATA_DIR and DATABASE_URL say where the data is, as they do for the server.`
