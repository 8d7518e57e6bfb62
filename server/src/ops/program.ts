import { Command } from 'commander'
import { dealsCommand } from './deals/deals-command.ts'
import { createImportCommand } from './import/import-command.ts'
import type { Terminal } from './terminal.ts'

/** Builds the operators' command line. */
export function buildProgram(terminal: Terminal): Command {
  return new Command('npm run ops --')
    .description('Work with the data of a Veni server. The server may run or not.')
    .addCommand(createImportCommand(terminal))
    .addCommand(dealsCommand(terminal))
    .helpCommand(false)
    .showHelpAfterError('Add --help to see the commands.')
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

DATA_DIR and DATABASE_URL select the data, as for the server.`
