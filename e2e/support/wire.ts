import type { Page } from '@playwright/test'

export interface WireAnswer {
  readonly path: string
  /** As it came over the wire: 304 where the page is handed what it has. */
  readonly status: number
  /** Head and body, compressed as they came. */
  readonly bytes: number
}

/** Notes every answer that the page gets from here on, as Chromium's network counts it. */
export async function watchWire(page: Page): Promise<readonly WireAnswer[]> {
  const devtools = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const statuses = new Map<string, number>()
  const answers: WireAnswer[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
    statuses.set(requestId, statusCode),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    answers.push({
      path: paths.get(requestId) ?? '',
      // It may come after the end of the answer.
      get status() {
        return statuses.get(requestId) ?? 0
      },
      bytes: encodedDataLength,
    }),
  )
  await devtools.send('Network.enable')
  return answers
}
