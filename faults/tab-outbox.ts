/** Stands in for `web/src/outbox/outbox.ts`, which has one outbox a page: here a page is a tab of the simulation. */
import type { Outbox } from '../web/src/outbox/create-outbox.ts'
import { currentTab } from './tab.ts'

function own(): Outbox {
  const tab = currentTab()
  if (!tab) throw new Error('Only a tab has an outbox')
  return tab.outbox
}

export const completeDeal: Outbox['completeDeal'] = (...parts) => own().completeDeal(...parts)
export const enqueue: Outbox['enqueue'] = (...parts) => own().enqueue(...parts)
export const enqueueAndTry: Outbox['enqueueAndTry'] = (...parts) => own().enqueueAndTry(...parts)
export const resumeAndTry: Outbox['resumeAndTry'] = (...parts) => own().resumeAndTry(...parts)
export const withdraw: Outbox['withdraw'] = (...parts) => own().withdraw(...parts)
export const resume: Outbox['resume'] = (...parts) => own().resume(...parts)
export const onOutcome: Outbox['onOutcome'] = (...parts) => own().onOutcome(...parts)
