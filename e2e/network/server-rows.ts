import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface DealRow {
  readonly invoiceId: string
  readonly customerId: number
  readonly hairValuePaise: number
  readonly itemsTotalPaise: number
  readonly balancePaise: number
  readonly hairPhotoUrl: string
}

/** The rows of the server's database. */
export interface ServerRows {
  readonly cashPayments: readonly (DealRow & {
    readonly cashAmountPaise: number
    readonly upiReference: string
    readonly orderId: number | null
  })[]
  readonly settlements: readonly DealRow[]
  readonly orders: readonly {
    readonly id: number
    readonly invoiceId: string | null
    readonly customerId: number
    readonly status: string
  }[]
  readonly customers: readonly { readonly id: number; readonly status: string }[]
  readonly photos: readonly { readonly hash: string }[]
  /** The rows of some tables as SQL names and stores them. */
  readonly sql: Readonly<Record<SqlTable, readonly SqlRow[]>>
  /** SHA-256 of each photo file in the data folder that has its hash as name. */
  readonly photoFiles: readonly string[]
}

type SqlTable =
  | 'cash_payments'
  | 'settlements'
  | 'customers'
  | 'images'
  | 'hair_prices'
  | 'products'
export type SqlRow = Readonly<Record<string, unknown>>

/** Reads the data folder of a server that has ended, without the server and its API. */
export async function readServerRows(dataDir: string): Promise<ServerRows> {
  const program = `${root}server/test/programs/print-database.ts`
  const args = ['--import', 'tsx', program, dataDir]
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  const rows = JSON.parse(stdout) as Omit<ServerRows, 'photoFiles'>
  return { ...rows, photoFiles: await hashPhotoFiles(dataDir) }
}

/** The photos that the office has now: SHA-256 of the bytes of each file, if it is also the name of the file. */
export async function hashPhotoFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'photos')
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const hashes = files
    .filter((file) => file.isFile() && !file.name.endsWith('.partial'))
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name))
      const hash = createHash('sha256').update(bytes).digest('hex')
      return basename(name).startsWith(hash) ? [hash] : []
    })
  return (await Promise.all(hashes)).flat()
}
