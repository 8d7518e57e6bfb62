import { execFile } from 'node:child_process'
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
}

/** Reads the data folder of a server that has ended, without the server and its API. */
export async function readServerRows(dataDir: string): Promise<ServerRows> {
  const program = `${root}server/test/programs/print-database.ts`
  const args = ['--import', 'tsx', program, dataDir]
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  return JSON.parse(stdout) as ServerRows
}
