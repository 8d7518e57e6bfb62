import { toPhoneKey } from '@veni/domain/runner'
import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import { runTask } from '../connection/run-task.ts'
import { counted, localTime } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { endSessionsTask, listSessionsTask } from './session-tasks.ts'

interface EndOptions {
  readonly runner?: string
}

/** `sessions`: lists and ends the sessions of runners. */
export function sessionsCommand(terminal: Terminal): Command {
  const command = new Command('sessions')
    .description('list or end the sessions of runners')
    .helpCommand(false)
  command
    .command('list')
    .description('list the open sessions, the last used first')
    .option('--runner <phone>', 'only sessions of the runner with this phone', toPhoneKey)
    .action(({ runner }: EndOptions) => list(terminal, runner))
  command
    .command('end')
    .description('end a session, or all of a runner; unsent work stays on the phone')
    .argument('[id]', 'id of the session, from the list')
    .option('--runner <phone>', 'end all sessions of the runner with this phone')
    .action((id: string | undefined, { runner }: EndOptions) => end(terminal, id, runner))
  return command
}

async function list(terminal: Terminal, phone: string | undefined): Promise<void> {
  const all = await runTask(
    readConfig(terminal.env),
    listSessionsTask,
    { phone },
    {
      onItem({ id, runner, phone: number, createdAt, usedAt }) {
        const times = `signed in ${localTime(createdAt)}, last used ${localTime(usedAt)}`
        terminal.print(`${id}  ${runner} ${number ?? ''}: ${times}`)
      },
    },
  )
  terminal.print(`${counted(all, 'open session')}.`)
}

async function end(
  terminal: Terminal,
  id: string | undefined,
  phone: string | undefined,
): Promise<void> {
  if ((id === undefined) === (phone === undefined))
    throw new OperatorError('Name either the id of a session or --runner with a phone.')
  const input = id === undefined ? { phone: phone ?? '' } : { id }
  const ended = await runTask(readConfig(terminal.env), endSessionsTask, input)
  terminal.print(`Ended ${counted(ended, 'session')}.`)
}
