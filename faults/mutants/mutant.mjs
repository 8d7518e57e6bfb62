import { adoptMutants } from './adopt.mjs'
import { attackMutants } from './attack.mjs'
import { backlogMutants } from './backlog.mjs'
import { clockMutants } from './clock.mjs'
import { serverMutants } from './server.mjs'
import { listMutants } from './lists.mjs'
import { movedStorageMutants } from './moved-storage.mjs'
import { officeMutants } from './office.mjs'
import { phoneMutants } from './phone.mjs'
import { phonesMutants } from './phones.mjs'
import { photoMutants } from './photos.mjs'
import { powerMutants } from './power.mjs'
import { priceMutants } from './prices.mjs'
import { queuedDealsMutants } from './queued-deals.mjs'
import { reconciliationMutants } from './reconciliation.mjs'
import { secondCopyMutants } from './second-copy.mjs'
import { sharedPhoneMutants } from './shared-phone.mjs'
import { simulatedPhoneMutants } from './simulated-phone.mjs'
import { unseenMutants } from './unseen.mjs'
import { workMutants } from './work.mjs'

/**
 * A bug to plant.
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {readonly (readonly [old: string, planted: string])[]} edits each old text is in the file exactly once
 * @property {keyof typeof killers | `${string}.test.ts` | `${string}.test.tsx`} killer at least one of these tests must
 *   fail: a name of {@link killers}, or the path of one file
 */

/** @param {string} file in server/ */
const serverTest = (file) => ({ args: ['--project', 'server', file], env: {} })

/** The tests that must find the mutants, as arguments and variables of Vitest. */
export const killers = {
  simulation: {
    args: ['--project', 'faults', '-t', 'from seed'],
    env: { RUNS: '300', SHRINK: 'no' },
  },
  idempotency: { args: ['--project', 'server', 'test/api/idempotency.test.ts'], env: {} },
  'two tabs': { args: ['--project', 'web*', 'src/outbox/two-tabs.test.ts'], env: {} },
  'photos last': { args: ['--project', 'web*', 'src/outbox/passes/photos-last.test.ts'], env: {} },
  photos: { args: ['--project', 'web*', 'src/outbox/stores/photo-store.test.ts'], env: {} },
  'second copy': { args: ['--project', 'web*', 'src/storage/restore.test.ts'], env: {} },
  'restore in two tabs': {
    args: ['--project', 'web*', 'src/storage/restore-in-two-tabs.test.ts'],
    env: {},
  },
  sealing: {
    args: ['--project', 'web*', 'src/state/clear-phone', 'src/storage/sealed/readable-rows'],
    env: {},
  },
  'move into the bucket': {
    args: ['--project', 'web*', 'src/storage/move-defaults.test.ts', 'src/storage/bucket.test.ts'],
    env: {},
  },
  'hide when idle': {
    args: ['--project', 'web*', 'src/features/sign-in/hide-when-idle.test.ts'],
    env: {},
  },
  'photo field': {
    args: ['--project', 'web*', 'src/features/photo/photo-field.test.tsx'],
    env: {},
  },
  'restored work': { args: ['--project', 'web*', 'src/outbox/restored-work.test.ts'], env: {} },
  'asked to wait': {
    args: ['--project', 'web*', 'src/outbox/passes/retry-after.test.ts'],
    env: {},
  },
  'late bodies': serverTest('test/api/late-bodies.test.ts'),
  'fair calls': serverTest('test/api/fair-calls.test.ts'),
  'calls at once': serverTest('test/uploads/calls-at-once.test.ts'),
  'sign-in message': serverTest('test/api/sign-in-message.test.ts'),
  'limits of sign-in': serverTest('test/api/sign-in-limits.test.ts'),
  'sign-in load': serverTest('test/api/sign-in-load.test.ts'),
  'orders of deals': serverTest('test/api/orders-of-deals.test.ts'),
  'same deal': serverTest('src/deals/same-deal.test.ts'),
  'second deliveries': serverTest('test/api/second-deliveries.test.ts'),
  'settled again': serverTest('test/api/settled-again.test.ts'),
  'pipelined calls': serverTest('test/process/pipelined-calls.test.ts'),
  'whole work': serverTest('test/api/recorded-work.test.ts'),
  'work together': serverTest('test/api/work-together.test.ts'),
  'prepared statements': serverTest('src/db/preparing-client.test.ts'),
  'work at once': {
    args: ['--project', 'web*', 'src/outbox/transport/work-at-once.test.ts'],
    env: {},
  },
  batches: { args: ['--project', 'web*', 'src/outbox/passes/batch.test.ts'], env: {} },
  backlog: { args: ['--project', 'web*', 'src/outbox/backlog.test.ts'], env: {} },
  'items of a call': serverTest('src/work/receive-items.test.ts'),
  'lost photo': { args: ['--project', 'web*', 'src/outbox/transport/lost-photo.test.ts'], env: {} },
  'record quota': serverTest('test/api/record-quota.test.ts'),
  'fair turns': serverTest('src/limits/fair-turns.test.ts'),
  'erase again': serverTest('src/ops/customers/erase-again.test.ts'),
  'encoded addresses': serverTest('test/api/encoded-paths.test.ts'),
  services: serverTest('src/call-service.test.ts'),
  'sealing key': serverTest('test/api/sealing-key.test.ts'),
  loopback: serverTest('src/config/loopback.test.ts'),
  'limits of calls': { args: ['--project', 'server', 'test/api/rate-limits.test.ts'], env: {} },
  'unreadable rows': {
    args: ['--project', 'web*', 'src/outbox/find-unreadable.test.ts'],
    env: {},
  },
  'import of any owner': serverTest('src/ops/import/deals/import-any-owner.test.ts'),
  'adopted deals': serverTest('src/ops/deals/adopt/adopt-command.test.ts'),
  'damaged rows': { args: ['--project', 'domain', 'src/deal/damaged.test.ts'], env: {} },
  'comparison at the phone': {
    args: ['--project', 'web*', 'src/outbox/reconciliation'],
    env: {},
  },
  'other epoch': {
    args: ['--project', 'web*', 'src/outbox/passes/other-epoch.test.ts'],
    env: {},
  },
  'comparison at the server': serverTest('test/api/reconciliation.test.ts'),
  backup: serverTest('src/ops/backup/backup-commands.test.ts'),
  uploads: serverTest('test/uploads/uploads.test.ts'),
  'simulated disk': serverTest('test/power/simulated-disk.test.ts'),
  // The first cut comes when everything was done once, and its disk has only what was synced.
  'power cuts': {
    args: ['--project', 'server', 'test/power/power-cuts.test.ts'],
    env: { CUTS: '1' },
  },
  'back-off': { args: ['--project', 'web*', 'src/outbox/passes/retry-policy.test.ts'], env: {} },
}

/**
 * @param {Mutant['killer']} killer
 * @returns {{ args: string[], env: Record<string, string> }} arguments and variables of Vitest
 */
export function findKiller(killer) {
  if (killer in killers) return killers[/** @type {keyof typeof killers} */ (killer)]
  const [workspace = '', ...path] = killer.split('/')
  return { args: ['--project', workspace === 'web' ? 'web*' : workspace, path.join('/')], env: {} }
}

export const mutants = [
  ...adoptMutants,
  ...attackMutants,
  ...backlogMutants,
  ...clockMutants,
  ...movedStorageMutants,
  ...officeMutants,
  ...phoneMutants,
  ...phonesMutants,
  ...photoMutants,
  ...powerMutants,
  ...priceMutants,
  ...queuedDealsMutants,
  ...reconciliationMutants,
  ...secondCopyMutants,
  ...sharedPhoneMutants,
  ...simulatedPhoneMutants,
  ...listMutants,
  ...serverMutants,
  ...unseenMutants,
  ...workMutants,
]

/**
 * @param {Mutant} mutant
 * @param {string} source text of its file
 * @returns the text with the bug in it. Throws when an old text is not there exactly once, so that no mutant becomes outdated unnoticed.
 */
export function plant({ name, file, edits }, source) {
  return edits.reduce((text, [old, planted]) => {
    const times = text.split(old).length - 1
    if (times !== 1) throw new Error(`"${name}": the text is ${times} times in ${file}:\n${old}`)
    return text.replace(old, () => planted)
  }, source)
}
