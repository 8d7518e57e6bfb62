import { appConfig } from '../app-config.ts'
import { serverRunnerId } from '../state/session.ts'

/**
 * Whether the portal is our own server: it has signed the runner in, or has made the page. Between Send OTP and the
 * code, or with a code entered without a network, only the latter tells its answers from those of somebody on the way.
 */
export function isOurServer(): boolean {
  const { madeByOurServer, apiBaseUrl } = appConfig()
  return serverRunnerId() !== undefined || (madeByOurServer && apiBaseUrl === '')
}
