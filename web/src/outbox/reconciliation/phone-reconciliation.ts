/** The reconciliation of the page and of the service worker. A page loads it after its first screen. */
import { callApi } from '../../api/client.ts'
import { canSeal, createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import type { Reconciliation } from '../deps.ts'
import { readSenderSettings } from '../sender-settings.ts'
import { changeEntry, listHeads } from '../stores/entry-store.ts'
import { toPhoneKey } from '@veni/domain/runner'
import { reconcile } from './reconcile.ts'
import type { Sealing } from './sent-rows-of.ts'
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
