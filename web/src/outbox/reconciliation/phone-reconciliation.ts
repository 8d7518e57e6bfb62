/** The reconciliation of the page and of the service worker. A page loads it after its first screen. */
import { callApi } from '../../api/client.ts'
import { canSeal, createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import type { Reconciliation } from '../deps.ts'
import { readSenderSettings } from '../sender-settings.ts'
import { changeEntry, listHeads } from '../stores/entry-store.ts'
import type { LostWork } from '@veni/domain/api/reconciliation'
import { toPhoneKey } from '@veni/domain/runner'
import { reconcile } from './reconcile.ts'
import { SentRows, type Sealing } from './sent-rows-of.ts'
import { createSentStore } from './sent-store.ts'

const sealing: Sealing = {
  async findPublicKey(owner) {
    const settings = canSeal() ? await readSenderSettings() : undefined
    const isOwn = settings && toPhoneKey(settings.session.phone) === owner
    return isOwn ? settings.publicKey : undefined
  },
  createSealer,
  createOpener,
}

export const { storeSent, storePhoto, readEpoch, readLatest, storeFirstEpoch } =
  createSentStore(sealing)

/** One tab at a time; while another one compares, there is nothing to do here. */
export const reconcileOwn: Reconciliation['reconcile'] = (owner, requireOwner) => {
  const run = () =>
    reconcile(owner, {
      callApi,
      requireOwner,
      entries: { listHeads, changeEntry },
      sealing,
      clock: { now: Date.now },
    })
  if (!navigator.locks) return run()
  return navigator.locks.request('veni-compare', { ifAvailable: true }, (lock) =>
    lock ? run() : false,
  )
}

/** @see LostWorkState */
export async function readLost(owner: string) {
  const publicKey = await sealing.findPublicKey(owner)
  const phone = publicKey === undefined ? undefined : await new SentRows(publicKey).readPhone()
  const losses = phone?.lost ?? []
  const reportedAt = latestOf(losses)
  return { losses, isNew: reportedAt > (phone?.lossShown ?? '') }
}

export async function noteShown(owner: string): Promise<void> {
  const publicKey = await sealing.findPublicKey(owner)
  if (publicKey === undefined) return
  const rows = new SentRows(publicKey)
  const { lost = [] } = await rows.readPhone()
  await rows.changePhone({ lossShown: latestOf(lost) })
}

const latestOf = (losses: readonly LostWork[]) =>
  losses
    .map(({ reported_at: at }) => at)
    .toSorted()
    .at(-1) ?? ''
