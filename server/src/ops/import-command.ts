import type { ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type ImportKindName, importKindNames, importKinds } from './import-kinds.ts'
import { type Office, openOffice } from './office.ts'
import { openFile } from './open-file.ts'
import { describeDealsReport, describeEntry, describeReport } from './report.ts'
import type { Terminal } from './terminal.ts'

/** `import customers FILE.csv`, and the same for everything else that can be imported. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('bring records from a file; a file that was imported before changes nothing')
    .helpCommand(false)
  for (const kindName of importKindNames) {
    command
      .command(kindName)
      .description(describeColumns(kindName))
      .argument('<file>', 'CSV file in UTF-8; its first line names the columns')
      .option('--skip-bad', 'import the good rows although there are bad ones', false)
      .action((file: string, { skipBad }: { skipBad: boolean }) =>
        importFile(terminal, kindName, file, skipBad),
      )
  }
  command
    .command('deals')
    .description('take in a file that a phone exported of its unsent deals; nothing is taken twice')
    .argument('<file>', 'file that the app calls veni-deals')
    .action((file: string) => importDealsFile(terminal, file))
  return command
}

async function importDealsFile(terminal: Terminal, file: string): Promise<void> {
  await withFile(terminal, file, 'file of deals', async (office, bytes) => {
    const report = await office.importDeals(bytes, (entry) => {
      if (entry.outcome === 'refused') terminal.complain(describeEntry(entry))
      else terminal.say(describeEntry(entry))
    })
    terminal.say(describeDealsReport(report))
    if (report.refused > 0) terminal.fail()
  })
}

async function importFile(
  terminal: Terminal,
  kindName: ImportKindName,
  file: string,
  skipBad: boolean,
): Promise<void> {
  await withFile(terminal, file, 'CSV file', async (office, bytes) => {
    const report = await office.import(kindName, bytes, {
      skipBad,
      onBadRow: ({ line, reason }) => terminal.complain(`line ${line}: ${reason}`),
    })
    for (const sentence of describeReport(report, kindName)) terminal.say(sentence)
    if (!report.imported) terminal.fail()
  })
}

async function withFile(
  terminal: Terminal,
  file: string,
  noun: string,
  work: (office: Office, bytes: ReadStream) => Promise<void>,
): Promise<void> {
  // npm runs the command in the top folder, whatever folder the file's name was typed in.
  const bytes = await openFile(resolve(terminal.env['INIT_CWD'] ?? '.', file), noun)
  const office = await openOffice(readConfig(terminal.env))
  try {
    await work(office, bytes)
  } finally {
    bytes.destroy()
    await office.close()
  }
}

function describeColumns(kindName: ImportKindName): string {
  const columns = importKinds[kindName].columns.map(({ names, required }) => {
    const name = names.join(' or ')
    return required ? name : `[${name}]`
  })
  return `columns ([…] may be left out): ${columns.join(', ')}`
}
