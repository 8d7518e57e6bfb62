import { unseenDeal1 } from './unseen-deal-1.mjs'
import { unseenDeal2 } from './unseen-deal-2.mjs'
import { unseenMoney } from './unseen-money.mjs'
import { unseenOutbox1 } from './unseen-outbox-1.mjs'
import { unseenOutbox2 } from './unseen-outbox-2.mjs'
import { unseenReconciliation } from './unseen-reconciliation.mjs'
import { unseenScreens1 } from './unseen-screens-1.mjs'
import { unseenScreens2 } from './unseen-screens-2.mjs'
import { unseenStorage } from './unseen-storage.mjs'
import { unseenVisits } from './unseen-visits.mjs'
import { unseenCalls } from './unseen-calls.mjs'
import { unseenOffice } from './unseen-office.mjs'

/** All bugs that were planted without knowledge of the tests. */
export const unseenMutants = [
  ...unseenDeal1,
  ...unseenDeal2,
  ...unseenMoney,
  ...unseenOutbox1,
  ...unseenOutbox2,
  ...unseenReconciliation,
  ...unseenScreens1,
  ...unseenScreens2,
  ...unseenStorage,
  ...unseenVisits,
  ...unseenCalls,
  ...unseenOffice,
]
