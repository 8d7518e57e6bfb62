import type { Page } from '@playwright/test'

declare global {
  interface Window {
    reactCommits: number
  }
}

/** Counts how often React draws, from the next page load on. It uses the hook of React's developer tools. */
export async function countCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.reactCommits = 0
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => (window.reactCommits += 1),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
}

export const commitsOf = (page: Page) => page.evaluate(() => window.reactCommits)

export interface ReceivedAnswer {
  readonly path: string
  /** The status on the network: 304 where the browser answers the page from its cache. */
  readonly status: number
  /** Bytes of headers and body on the network, compressed. */
  readonly bytes: number
}

/** Records every answer that the page receives from now on, as Chromium counts it. */
export async function recordAnswers(page: Page): Promise<readonly ReceivedAnswer[]> {
  const devtools = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const statuses = new Map<string, number>()
  const answers: ReceivedAnswer[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
    statuses.set(requestId, statusCode),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    answers.push({
      path: paths.get(requestId) ?? '',
      // The status can arrive after the end of the answer.
      get status() {
        return statuses.get(requestId) ?? 0
      },
      bytes: encodedDataLength,
    }),
  )
  await devtools.send('Network.enable')
  return answers
}
