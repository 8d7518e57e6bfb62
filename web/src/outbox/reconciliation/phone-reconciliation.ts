/** The reconciliation of the page and of the service worker. A page loads it after its first screen. */
import type { LostWork } from '@veni/domain/api/reconciliation'
import { callApi } from '../../api/client.ts'
import { reportProblem } from '../../lib/report.ts'
import { canSeal, createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import { alone } from '../../storage/sealed/alone.ts'
import { OtherRunner, type Reconciliation } from '../deps.ts'
import { lostWork } from '../lost-work.ts'
import { readSenderSettings } from '../sender-settings.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { changeEntry, listHeads, listIds } from '../stores/entry-store.ts'
import { toPhoneKey } from '@veni/domain/runner'
import { reconcile } from './reconcile.ts'
import { SentRows, type Sealing } from './sent-rows-of.ts'
import { createSentStore } from './sent-store.ts'

export const sealing: Sealing = {
  async findPublicKey(owner) {
    const settings = canSeal() ? await readSenderSettings() : undefined
    const isOwn = settings && toPhoneKey(settings.session.phone) === owner
    return isOwn ? settings.publicKey : undefined
  },
  createSealer,
  createOpener,
}

export const { storeSent, storePhoto, lacksPhotos, readEpoch, readLatest, storeFirstEpoch } =
  createSentStore(sealing)

/** Another tab may have signed the runner out, and this one has not noticed. The storage is the same for both. */
async function whileSignedIn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if ((await sealing.findPublicKey(owner)) === undefined) throw new OtherRunner()
  return work()
}

/** One tab at a time; while another one compares, there is nothing to do here. */
export const reconcileOwn: Reconciliation['reconcile'] = async (owner, requireOwner) => {
  const run = () =>
    reconcile(owner, {
      callApi,
      requireOwner,
      entries: { listHeads, listIds, changeEntry, rebuildEntry },
      sealing,
      alone: (work) => alone(() => whileSignedIn(owner, work)),
      clock: { now: Date.now },
    })
  const hasMore = navigator.locks
    ? await navigator.locks.request('veni-compare', { ifAvailable: true }, (lock) =>
        lock ? run() : false,
      )
    : await run()
  // What it found has to be sent, whether the loss can be shown or not.
  await readLostWork(owner).catch((error: unknown) => reportProblem('Lost work not read', error))
  return hasMore
}

/** Publishes what the phone has stored of lost work, the newest first. @param shown the loss that a dialog has shown */
export async function readLostWork(owner: string, shown?: LostWork): Promise<void> {
  const publicKey = await sealing.findPublicKey(owner)
  if (publicKey === undefined) return lostWork.set({ owner, losses: [], isNew: false })
  const rows = new SentRows(publicKey)
  if (shown) await rows.changePhone({ lossShown: shown.reported_at })
  const { lost = [], lossShown = '' } = await rows.readPhone()
  const losses = lost.toSorted((a, b) => b.reported_at.localeCompare(a.reported_at))
  const [latest] = losses
  lostWork.set({ owner, losses, isNew: latest !== undefined && latest.reported_at > lossShown })
}
