import type { Work } from '@veni/domain/work'

/** The customer's status once the office has this work; undefined when it leaves the status alone. */
export function statusAfter(work: Work): string | undefined {
  switch (work.kind) {
    case 'customer-update':
      return work.body.status
    case 'single-order':
    case 'cash-payment':
    case 'settlement-delivered':
      return 'delivered'
    case 'settlement':
      return undefined
  }
}
