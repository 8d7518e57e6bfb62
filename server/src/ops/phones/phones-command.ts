import { Command, InvalidArgumentError } from 'commander'
import type * as v from 'valibot'
import { readConfig } from '../../config/config.ts'
import { runTask } from '../connection/run-task.ts'
import { counted, localTime } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { listPhonesTask } from './phone-tasks.ts'

interface PhonesOptions {
  readonly unsent?: boolean
  readonly silent: number
}

/** `phones`: what the phones of the runners last reported. */
export function phonesCommand(terminal: Terminal): Command {
  return new Command('phones')
    .description('list the phones of the runners with the unsent work that each last reported')
    .option('--unsent', 'only phones with unsent work')
    .option('--silent <hours>', 'only phones without a contact for so many hours', parseHours, 0)
    .action(({ unsent = false, silent }: PhonesOptions) =>
      list(terminal, { isUnsent: unsent, silentHours: silent }),
    )
}

function parseHours(text: string): number {
  if (!/^\d{1,5}$/u.test(text)) throw new InvalidArgumentError('It must be a number of hours.')
  return Number(text)
}

async function list(
  terminal: Terminal,
  input: v.InferOutput<(typeof listPhonesTask)['input']>,
): Promise<void> {
  const all = await runTask(readConfig(terminal.env), listPhonesTask, input, {
    onItem: ({ id, runner, phone, contactAt, unsentSince, deals, photos, others }) =>
      terminal.print(
        [
          `${id.slice(0, 8)}  ${runner} ${phone ?? ''}: last contact ${localTime(contactAt)}`,
          unsentSince === null
            ? 'nothing unsent'
            : `unsent ${counted(deals, 'deal')}, ${counted(photos, 'photo')} and ${counted(others, 'other item')} since ${localTime(unsentSince)}`,
        ].join(', '),
      ),
  })
  terminal.print(`${counted(all, 'phone')}.`)
}
