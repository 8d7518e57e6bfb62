import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { runTask } from '../connection/run-task.ts'
import { counted } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { ALL_LOST, printVerified } from './print-verified.ts'
import { verifyPhotosTask } from './verify-photos-task.ts'

/** `verify`: reads every photo and compares it with its hash. The exit code is 1 when one is missing or damaged. */
export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('read every stored photo again, and name those that are missing or damaged')
    .option('--all-lost', ALL_LOST, false)
    .action(({ allLost }: { allLost: boolean }) => verify(terminal, allLost))
}

async function verify(terminal: Terminal, allLost: boolean): Promise<void> {
  const { checked, missing, damaged } = await runTask(
    readConfig(terminal.env),
    verifyPhotosTask,
    { allLost },
    { onItem: (item) => printVerified(terminal, item) },
  )
  terminal.print(`${counted(checked, 'photo')}: ${missing} missing, ${damaged} damaged.`)
  if (missing + damaged > 0) terminal.fail()
}
