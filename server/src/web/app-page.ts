import { createHash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { makeMemoryFile, type MemoryFile } from './memory-file.ts'

export interface AppPage extends MemoryFile {
  /** Hashes for the content security policy, as `'sha256-…'`. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
}

/** Adds the settings of this deployment to index.html as a block of data; the app reads it when it starts. */
export function makeAppPage(indexHtml: string, appConfig: Config['app']): AppPage {
  // Inside a script element, only `<` could end the block early.
  const json = JSON.stringify({ ...appConfig, madeByOurServer: true }).replaceAll(
    '<',
    String.raw`\u003c`,
  )
  const block = `<script type="application/json" id="veni-config">${json}</script>`
  const html = indexHtml.replace('</head>', () => `${block}</head>`)
  return {
    // Its reply may name the browser in a cookie, which no cache of several people may store.
    ...makeMemoryFile(html, 'text/html; charset=utf-8', 'private, no-cache'),
    // Only scripts of the build are hashed, so that a setting can never become a script.
    inlineScripts: hashesOf(indexHtml, /<script>(.*?)<\/script>/gs),
    inlineStyles: hashesOf(indexHtml, /<style>(.*?)<\/style>/gs),
  }
}

const hashesOf = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, content = '']) => `'sha256-${sha256(content)}'`)

/** In base64, as in a content policy and in the integrity of a file. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
