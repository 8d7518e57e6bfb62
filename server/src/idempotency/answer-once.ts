import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import type { FastifyRequest } from 'fastify'
import { runnerOf } from '../auth/guard.ts'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { invariant } from '../invariant.ts'
import { findAnswer, insertKey, storeAnswer, tryLockKey } from './store.ts'

export type StoredAnswer = { status: number; body: string; isReplayed: boolean }

/**
 * Runs a write so that its effect and its answer are committed together, under the request's `Idempotency-Key`.
 * The same key again replays the answer; while the first is still at work its twin is refused (409, try again); with
 * another request it is refused for good (422). Without a key, as older apps call, the write simply runs.
 */
export async function answerOnce(
  deps: Deps,
  request: FastifyRequest,
  status: number,
  write: (tx: Tx) => Promise<unknown>,
): Promise<StoredAnswer> {
  const key = readKey(request)
  return deps.db.transaction(async (tx) => {
    if (key === undefined)
      return { status, body: JSON.stringify(await write(tx)), isReplayed: false }
    return answerUnderKey(tx, { runnerId: runnerOf(request).id, key }, request, async () => ({
      status,
      body: JSON.stringify(await write(tx)),
    }))
  })
}

async function answerUnderKey(
  tx: Tx,
  owner: { runnerId: number; key: string },
  request: FastifyRequest,
  write: () => Promise<{ status: number; body: string }>,
): Promise<StoredAnswer> {
  const requestHash = hashRequest(request)
  if (!(await tryLockKey(tx, owner))) {
    throw new AppError('in-progress', 'The same request is being worked on; try again.')
  }
  if (!(await insertKey(tx, { ...owner, requestHash }))) return replay(tx, owner, requestHash)
  const answer = await write()
  await storeAnswer(tx, owner, answer)
  return { ...answer, isReplayed: false }
}

async function replay(
  tx: Tx,
  owner: { runnerId: number; key: string },
  requestHash: string,
): Promise<StoredAnswer> {
  const stored = await findAnswer(tx, owner)
  invariant(stored, 'a key that is there has no row')
  if (stored.requestHash !== requestHash) {
    throw new AppError('idempotency-mismatch', 'This key was used for another request.')
  }
  return { status: stored.status, body: stored.body, isReplayed: true }
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key
  const field = { path: IDEMPOTENCY_HEADER, reason: 'must have 1 to 255 characters' }
  throw new AppError('bad-request', 'The Idempotency-Key is not usable.', [field])
}

/** The path without its query, and the body as it was parsed: key order as sent, which a repeat keeps. */
function hashRequest(request: FastifyRequest): string {
  const path = request.url.split('?')[0]
  const content = JSON.stringify([request.method, path, request.body ?? null])
  return createHash('sha256').update(content).digest('hex')
}
