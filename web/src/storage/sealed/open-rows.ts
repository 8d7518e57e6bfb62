/** Brings back the rows that a sign-out of the runner has sealed. */
import { reportProblem } from '../../lib/report.ts'
import { collections } from '../collections.ts'
import { storage, type StorageWrite } from '../phone-storage.ts'
import { fromBuffer } from '../row-bytes.ts'
import { createOpener } from './sealing-key.ts'
import { isOf } from './seal-rows.ts'
import { deleteSealed, listSealed, readSealed } from './sealed-store.ts'

export interface KeyPair {
  /** The uncompressed point, base64. */
  readonly publicKey: string
  /** PKCS #8, base64. */
  readonly privateKey: string
}

/**
 * A row that is there is not replaced. A row that cannot be opened or stored stays sealed for the next sign-in.
 * @returns how many rows came back
 */
export async function openRows(owner: string, { publicKey, privateKey }: KeyPair): Promise<number> {
  const names = await listSealed(publicKey)
  if (names.length === 0) return 0
  const open = await createOpener(privateKey)
  let count = 0
  for (const name of names) {
    try {
      if (await openRow(name, owner, open)) count += 1
    } catch (error) {
      reportProblem('A sealed row was not opened', error)
    }
  }
  return count
}

async function openRow(
  name: string,
  owner: string,
  open: Awaited<ReturnType<typeof createOpener>>,
): Promise<boolean> {
  const sealed = await readSealed(name)
  if (!sealed) return false
  const { collection, key } = sealed
  const rules = Object.entries(collections).find(([one]) => one === collection)?.[1]
  const hasBytes = rules && 'secondCopy' in rules && rules.secondCopy?.hasBytes === true
  const row = withoutNoBytes(fromBuffer(await open(name, sealed), hasBytes === true))
  // In demo mode several phones are one runner, and each sees its own work only.
  if (!isOf(owner, row)) return false
  const write = { collection, key, change: (stored: unknown) => stored ?? row }
  await storage.write([write as StorageWrite])
  await deleteSealed(name)
  return true
}

/** A photo that the server has is stored without bytes, and must come back so. */
function withoutNoBytes(row: unknown): unknown {
  const { bytes, ...rest } = Object(row) as { readonly bytes?: ArrayBuffer }
  return bytes?.byteLength === 0 ? rest : row
}
