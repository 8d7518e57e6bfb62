import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { runTask } from '../connection/run-task.ts'
import { parseCustomerId } from '../customers/customer-id.ts'
import { counted } from '../describe.ts'
import { reportDiscarded } from '../import/describe-import.ts'
import type { Terminal } from '../terminal.ts'
import {
  addRunnerTask,
  listRunnersTask,
  moveCustomersTask,
  resumeRunnerTask,
  suspendRunnerTask,
} from './runner-tasks.ts'

/** `runners`: lists, adds, suspends and resumes runners, and moves their customers. */
export function runnersCommand(terminal: Terminal): Command {
  const command = new Command('runners').description('manage the runners').helpCommand(false)
  command
    .command('list')
    .description('list the runners with their customers and open sessions')
    .action(() => list(terminal))
  command
    .command('add')
    .description('add a runner, who can then sign in with this phone')
    .argument('<phone>', 'phone number, for the sign-in')
    .argument('<name>', 'full name')
    .action((phone: string, name: string) => add(terminal, phone, name))
  command
    .command('suspend')
    .description(
      'end all sessions of a runner and permit no new one; unsent work stays on the phone',
    )
    .argument('<phone>', 'phone number of the runner')
    .action((phone: string) => suspend(terminal, phone))
  command
    .command('resume')
    .description('let a suspended runner sign in again')
    .argument('<phone>', 'phone number of the runner')
    .action((phone: string) => resume(terminal, phone))
  command
    .command('move-customers')
    .description('give the customers of one runner to another')
    .argument('<from>', 'phone number of the runner who has them')
    .argument('<to>', 'phone number of the runner who gets them')
    .argument('[ids...]', 'ids of single customers; default: all')
    .action((from: string, to: string, ids: string[]) => move(terminal, from, to, ids))
  return command
}

async function list(terminal: Terminal): Promise<void> {
  const all = await runTask(
    readConfig(terminal.env),
    listRunnersTask,
    {},
    {
      onItem({ id, name, phone, isSuspended, customers, sessions }) {
        const counts = `${counted(customers, 'customer')}, ${counted(sessions, 'open session')}`
        terminal.print(
          `${id}  ${phone ?? 'no phone'}  ${name}: ${isSuspended ? 'suspended, ' : ''}${counts}`,
        )
      },
    },
  )
  terminal.print(`${counted(all, 'runner')}.`)
}

async function add(terminal: Terminal, phone: string, name: string): Promise<void> {
  const id = await runTask(
    readConfig(terminal.env),
    addRunnerTask,
    { name, phone },
    {
      onItem: (discarded) => reportDiscarded(terminal, discarded),
    },
  )
  terminal.print(`Added runner ${id}, ${name}.`)
}

async function suspend(terminal: Terminal, phone: string): Promise<void> {
  const ended = await runTask(readConfig(terminal.env), suspendRunnerTask, { phone })
  terminal.print(`Suspended; ${counted(ended, 'session')} ended.`)
}

async function resume(terminal: Terminal, phone: string): Promise<void> {
  await runTask(readConfig(terminal.env), resumeRunnerTask, { phone })
  terminal.print('The runner can sign in again.')
}

async function move(terminal: Terminal, from: string, to: string, ids: string[]): Promise<void> {
  const input = { from, to, ...(ids.length > 0 && { ids: ids.map(parseCustomerId) }) }
  const moved = await runTask(readConfig(terminal.env), moveCustomersTask, input)
  terminal.print(`Moved ${counted(moved, 'customer')}.`)
}
