import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { sealingKeys } from '../db/schema.ts'

type SealingKey = Pick<typeof sealingKeys.$inferSelect, 'publicKey' | 'privateKey'>

const columns = { publicKey: sealingKeys.publicKey, privateKey: sealingKeys.privateKey }

export async function findSealingKey(tx: Tx, runnerId: number): Promise<SealingKey | undefined> {
  const [found] = await tx
    .select(columns)
    .from(sealingKeys)
    .where(eq(sealingKeys.runnerId, runnerId))
  return found
}

/** Whether a runner has this key. */
export async function isSealingKey(tx: Tx, publicKey: string): Promise<boolean> {
  return (await tx.$count(sealingKeys, eq(sealingKeys.publicKey, publicKey))) > 0
}

/** Another sign-in may have stored a key at the same time: the first one counts. */
export async function insertSealingKey(tx: Tx, runnerId: number, key: SealingKey): Promise<void> {
  await tx
    .insert(sealingKeys)
    .values({ runnerId, ...key })
    .onConflictDoNothing({ target: sealingKeys.runnerId })
}
