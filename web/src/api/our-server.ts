import { appConfig } from '../app-config.ts'
import { serverRunnerId } from '../state/session.ts'

/**
 * Whether the server is our server: it has signed the runner in, or has sent the page. Before the code, or with a code
 * entered without network, only the page proves that an answer is not from an intermediary.
 */
export function isOurServer(): boolean {
  const { madeByOurServer, apiBaseUrl } = appConfig()
  return serverRunnerId() !== undefined || (madeByOurServer && apiBaseUrl === '')
}
