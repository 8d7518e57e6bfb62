import { generateKeyPairSync } from 'node:crypto'
import type { SealingKeys } from '@veni/domain/api/sign-in'
import type { Tx } from '../db/client.ts'
import { invariant } from '../errors.ts'
import { findSealingKey, insertSealingKey } from './sealing-key-store.ts'

/** An uncompressed point of P-256 is the last 65 bytes of its SPKI. */
const POINT_BYTES = 65

/** The runner's key pair, which is made at the first sign-in and never changes: a phone may have old sealed work. */
export async function sealingKeyOf(tx: Tx, runnerId: number): Promise<SealingKeys> {
  if (!(await findSealingKey(tx, runnerId))) await insertSealingKey(tx, runnerId, newKeyPair())
  const key = await findSealingKey(tx, runnerId)
  invariant(key, 'the runner has a sealing key')
  return { public_key: key.publicKey, private_key: key.privateKey }
}

function newKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return {
    publicKey: publicKey.subarray(-POINT_BYTES).toString('base64'),
    privateKey: privateKey.toString('base64'),
  }
}
