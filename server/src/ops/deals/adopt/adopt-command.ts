import { toPhoneKey } from '@veni/domain/runner'
import { Command, Option } from 'commander'
import { readConfig } from '../../../config/config.ts'
import { OperatorError } from '../../../errors.ts'
import { isDeeperThan, MOST_LEVELS } from '../../../json-depth.ts'
import { runTask } from '../../connection/run-task.ts'
import { withFile } from '../../input-file.ts'
import type { Terminal } from '../../terminal.ts'
import type { AdoptedItem, AdoptReport } from './adopt-deals.ts'
import { adoptDealsTask } from './adopt-task.ts'

interface Options {
  readonly runner?: string
  readonly for?: string
  readonly order?: number
  readonly entry?: string
  readonly set: Readonly<Record<string, unknown>>
}

/** `deals adopt`: records the items of an exported file that `import deals` cannot read. */
export function adoptCommand(terminal: Terminal): Command {
  return new Command('adopt')
    .description(
      'record what can be understood of the damaged items of an exported file; the others are described field by field',
    )
    .argument('[file]', 'exported file, which the app names veni-deals')
    .option('--order <id>', 'instead of a file: an order of which no deal came', readOrderId)
    .option('--entry <name>', 'only this item: its invoice id, or its key on the phone')
    .option('--set <field=value>', 'the value of a field that cannot be understood', readSet, {})
    .option('--runner <phone>', 'the runner whose deals these are; needed with SMS', toPhoneKey)
    .addOption(
      new Option('--for <phone>', 'the runner who made them, when the phone of the file is another')
        .argParser(toPhoneKey)
        .conflicts('runner'),
    )
    .action((file: string | undefined, options: Options) => adopt(terminal, file, options))
}

function readOrderId(text: string): number {
  if (/^[1-9]\d{0,9}$/u.test(text)) return Number(text)
  throw new OperatorError('--order must be the number of an order, such as 35.')
}

/** A value is JSON, or a text without quotes. */
function readSet(text: string, earlier: Readonly<Record<string, unknown>>) {
  const [, field, value = ''] = /^([a-z_]+)=(.*)$/su.exec(text) ?? []
  if (field === undefined)
    throw new OperatorError('--set needs FIELD=VALUE, such as hair_value=350.')
  if (isDeeperThan(value, MOST_LEVELS))
    throw new OperatorError(`--set ${field} has more than ${MOST_LEVELS} levels of nested JSON.`)
  return { ...earlier, [field]: parseValue(value) }
}

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

async function adopt(
  terminal: Terminal,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { runner: runnerPhone, for: forPhone, order: orderId, entry, set: given } = options
  if ((file === undefined) === (orderId === undefined))
    throw new OperatorError('Name a file, or an order with --order ID.')
  // Without this, the deal would count for the runner of the order, whoever was named.
  if (orderId !== undefined && (runnerPhone ?? forPhone ?? entry) !== undefined)
    throw new OperatorError(
      '--order adopts for the runner of the order: leave out --runner, --for and --entry.',
    )
  const input = { runnerPhone, forPhone, orderId, entry, given }
  const onItem = (item: AdoptedItem) => show(terminal, item)
  if (file === undefined) {
    report(terminal, await runTask(readConfig(terminal.env), adoptDealsTask, input, { onItem }))
    return
  }
  await withFile(terminal, file, 'file of deals', async (config, bytes) =>
    report(terminal, await runTask(config, adoptDealsTask, input, { bytes, onItem })),
  )
}

function report(terminal: Terminal, done: AdoptReport): void {
  const { adopted, present, asked, refused, runner } = done
  terminal.print(
    `Adopted for ${runner}: ${adopted} added, ${present} already stored, ${asked} with questions, ${refused} refused.`,
  )
  if (adopted > 0) terminal.print('Check them: npm run ops -- deals --attention')
  if (asked + refused > 0) terminal.fail()
}

function show(terminal: Terminal, { name, outcome, remark, filled, problems }: AdoptedItem): void {
  if (outcome === 'present') terminal.print(`${name}: already stored`)
  if (outcome === 'refused') terminal.printError(`${name}: refused, ${remark}`)
  if (outcome === 'adopted') {
    const others = filled.length > 0 ? `, not read from the phone: ${filled.join(', ')}` : ''
    terminal.print(`${name}: adopted${remark && `, ${remark}`}${others}`)
  }
  if (outcome !== 'asked') return
  terminal.printError(`${name}: not adopted, it needs:`)
  for (const { field, found } of problems) {
    const what = found.length === 0 ? 'not in the file' : `found ${found.join(' and ')}`
    terminal.printError(`  ${field}: ${what}. Add --set ${field}=VALUE`)
  }
}
