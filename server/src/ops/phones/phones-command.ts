import { Command, InvalidArgumentError } from 'commander'
import type * as v from 'valibot'
import { readConfig } from '../../config/config.ts'
import { runTask } from '../connection/run-task.ts'
import { counted, localTime } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { listPhonesTask, removePhoneTask } from './phone-tasks.ts'

interface PhonesOptions {
  readonly unsent?: boolean
  readonly silent: number
}

/** `phones`: what the phones of the runners last reported. */
export function phonesCommand(terminal: Terminal): Command {
  const phones = new Command('phones')
    .description('list the phones of the runners with the unsent work that each last reported')
    .option('--unsent', 'only phones with unsent work')
    .option('--silent <hours>', 'only phones without a contact for so many hours', parseHours, 0)
    .action(({ unsent = false, silent }: PhonesOptions) =>
      list(terminal, { isUnsent: unsent, silentHours: silent }),
    )
  phones
    .command('remove')
    .description('remove a phone from the list: it is gone, or what it lost is settled')
    .argument('<id>', 'the first characters of its id, as the list shows them', parseStart)
    .action((start: string) => remove(terminal, start))
  return phones
}

async function remove(terminal: Terminal, start: string): Promise<void> {
  await runTask(readConfig(terminal.env), removePhoneTask, { start })
  terminal.print(
    `Removed phone ${start}. A phone that is still in use comes back with its next contact.`,
  )
}

function parseStart(text: string): string {
  if (/^[\da-f-]{8,36}$/u.test(text)) return text
  throw new InvalidArgumentError('It must be the first 8 characters of an id or more.')
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
    onItem: (phone) => {
      for (const line of describePhone(phone)) terminal.print(line)
    },
  })
  terminal.print(`${counted(all, 'phone')}.`)
}

type ListedPhone = v.InferOutput<(typeof listPhonesTask)['item']>

function describePhone(listed: ListedPhone): string[] {
  const { id, runner, phone, contactAt, unsentSince, deals, photos, others } = listed
  const parts = [
    `${id.slice(0, 8)}  ${runner} ${phone ?? ''}: last contact ${localTime(contactAt)}`,
    unsentSince === null
      ? 'nothing unsent'
      : `unsent ${counted(deals, 'deal')}, ${counted(photos, 'photo')} and ${counted(others, 'other item')} since ${localTime(unsentSince)}`,
    ...(listed.isEvicted ? ['evicted: yes'] : []),
  ]
  return [parts.join(', '), ...listed.lost.map(describeLost)]
}

/** `! lost: deal of customer 26, made 2026-11-25 10:03, with 1 photo` */
function describeLost({ kind, customer_id, at, photos, is_recorded }: ListedPhone['lost'][number]) {
  const made = `customer ${customer_id}, made ${localTime(at)}`
  if (is_recorded) return `! lost: ${counted(photos, 'photo')} of the deal of ${made}`
  if (kind === 'other') return `! lost: order or change of ${made}`
  return `! lost: deal of ${made}${photos > 0 ? `, with ${counted(photos, 'photo')}` : ''}`
}
