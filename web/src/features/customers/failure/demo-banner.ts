import { AllEndpointsFailed } from '../../../api/customer-list.ts'
import { ApiFailure } from '../../../api/failure.ts'

export type DemoBannerKey =
  | 'demo.timeout'
  | 'demo.500'
  | 'demo.503'
  | 'demo.404'
  | 'demo.network'
  | 'demo.other'
  | 'demo.allEndpoints'

/** The banner above the demo customers, by the cause of the last failure (ruling 11). */
export function demoBannerKey(failure: Error): DemoBannerKey {
  if (failure instanceof AllEndpointsFailed) return 'demo.allEndpoints'
  if (!(failure instanceof ApiFailure)) return 'demo.other'
  if (failure.kind === 'timeout') return 'demo.timeout'
  if (failure.kind === 'network') return 'demo.network'
  return failure.kind === 'status' ? bannerOfStatus(failure.detail.status) : 'demo.other'
}

function bannerOfStatus(status: number | undefined): DemoBannerKey {
  switch (status) {
    case 500:
      return 'demo.500'
    case 503:
      return 'demo.503'
    case 404:
      return 'demo.404'
    default:
      return 'demo.other'
  }
}
