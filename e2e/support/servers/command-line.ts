import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ops = fileURLToPath(new URL('../../../server/dist/ops.js', import.meta.url))

/** Assigns customers to a runner, as the office does with the command line. It also reassigns existing customers. */
export async function importCustomers(
  dataDir: string,
  customers: readonly { readonly customerId: string; readonly name: string }[],
  runnerId = 1,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'veni-csv-'))
  const file = join(folder, 'customers.csv')
  const rows = customers.map(({ customerId, name }) => `${customerId},${name},assigned,${runnerId}`)
  await writeFile(file, `${['id,member_name,status,runner_id', ...rows].join('\n')}\n`)
  await runOps(dataDir, 'import', 'customers', file)
  await rm(folder, { recursive: true })
}

/** What the command line prints of the deals that the office has to check. */
export function listDealsToCheck(dataDir: string): Promise<string> {
  return runOps(dataDir, 'deals', '--attention')
}

/**
 * Runs the command line on the data of a server, which may run. Throws when the command fails.
 * @returns what it prints
 */
export async function runOps(dataDir: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [ops, ...words], { env })
  return stdout
}

/** As {@link runOps}, for a command that must fail. @returns what it prints of the failure */
export async function failOps(dataDir: string, ...words: string[]): Promise<string> {
  const error = await runOps(dataDir, ...words).then(
    () => new Error('The command has not failed.'),
    (failure: unknown) => failure,
  )
  const { stderr } = error as { readonly stderr?: string }
  if (stderr === undefined) throw error
  return stderr
}
