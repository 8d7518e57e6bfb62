import { inspect } from 'node:util'
import { Command } from 'commander'
import { backupCommands } from './backup/backup-commands.ts'
import { toOperatorError } from './connection/outage.ts'
import { customersCommand } from './customers/customers-command.ts'
import { dealsCommand } from './deals/deals-command.ts'
import { OperatorError } from '../errors.ts'
import { toPrintable } from './describe.ts'
import { createImportCommand } from './import/import-command.ts'
import { verifyCommand } from './photos/verify-command.ts'
import { phonesCommand } from './phones/phones-command.ts'
import { runnersCommand } from './runners/runners-command.ts'
import { sessionsCommand } from './sessions/sessions-command.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs one command of the operators' command line, and prints why it failed.
 * @param words default: those of this process
 */
export async function runProgram(outer: Terminal, words?: readonly string[]): Promise<void> {
  const terminal = withPrintableLines(outer)
  const program = buildProgram(terminal)
  try {
    await (words ? program.parseAsync([...words], { from: 'user' }) : program.parseAsync())
  } catch (error) {
    for (const line of describeFailure(error)) terminal.printError(line)
    terminal.fail()
  }
}

/**
 * What the operator can fix is one sentence, and an outage is, wherever it begins: also while the database is opened. The
 * mark shows which lines belong to the stack of a bug.
 */
function describeFailure(error: unknown): string[] {
  const failure = toOperatorError(error)
  if (failure instanceof OperatorError) return [failure.message]
  return inspect(failure)
    .split('\n')
    .map((line) => `| ${line}`)
}

function buildProgram(terminal: Terminal): Command {
  const program = new Command('npm run ops --')
    .description('Work with the data of a Veni server. The server may run or not.')
    .addCommand(createImportCommand(terminal))
    .addCommand(dealsCommand(terminal))
    .addCommand(runnersCommand(terminal))
    .addCommand(sessionsCommand(terminal))
    .addCommand(phonesCommand(terminal))
    .addCommand(verifyCommand(terminal))
    .addCommand(customersCommand(terminal))
    .helpCommand(false)
    // The options behind a command are its own: `deals` and `deals adopt` both have `--runner`.
    .enablePositionalOptions()
    .showHelpAfterError('Add --help to see the commands.')
    .addHelpText('after', EXAMPLES)
  for (const command of backupCommands(terminal)) program.addCommand(command)
  return program
}

/** What is printed may come from a phone or a file, also in the sentence of a failure. */
function withPrintableLines(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line) => terminal.print(toPrintable(line)),
    printError: (line) => terminal.printError(toPrintable(line)),
  }
}

const EXAMPLES = `
Examples:
  npm run ops -- import runners runners.csv
  npm run ops -- import customers customers.csv
  npm run ops -- import customers customers.csv --skip-bad
  npm run ops -- import products --help
  npm run ops -- import deals veni-deals.json
  npm run ops -- import deals veni-deals.json --for 9848022338
  npm run ops -- deals adopt veni-deals.json --set cash_amount=350
  npm run ops -- deals --since 2026-11-01 --attention
  npm run ops -- deals --csv deals.csv
  npm run ops -- runners add 9848022338 "Mohan Rao"
  npm run ops -- runners move-customers 9000000001 9848022338
  npm run ops -- sessions end --runner 9000000001
  npm run ops -- phones --unsent --silent 24
  npm run ops -- backup ../backups/2026-11-23
  npm run ops -- customers export 7 customer-7
  npm run ops -- customers erase 7 --yes
  npm run ops -- customers conflicts

DATA_DIR and DATABASE_URL select the data, as for the server. With sign-in by SMS set SIGN_IN_MODE, too.`
