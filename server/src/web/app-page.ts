import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

export type AppPage = { html: string; etag: string }

/** index.html with this deployment's settings as a block of data, which the app reads before it starts (ruling 27). */
export function makeAppPage(indexHtml: string, appConfig: Config['app']): AppPage {
  // Inside a script element only `<` could end the block early.
  const json = JSON.stringify(appConfig).replaceAll('<', String.raw`\u003c`)
  const block = `<script type="application/json" id="veni-config">${json}</script>`
  const html = indexHtml.replace('</head>', () => `${block}</head>`)
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
}
