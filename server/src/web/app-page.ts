import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '../config.ts'

export interface AppPage {
  readonly html: string
  readonly etag: string
  /** The page in each of the encodings that a browser may ask for, the smallest first. */
  readonly encoded: readonly (readonly [encoding: string, bytes: Buffer])[]
  /** What the policy has to allow by its hash, as `'sha256-…'`. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
}

/** index.html with this deployment's settings as a block of data, which the app reads before it starts (ruling 27). */
export function makeAppPage(indexHtml: string, appConfig: Config['app']): AppPage {
  // Inside a script element only `<` could end the block early.
  const json = JSON.stringify(appConfig).replaceAll('<', String.raw`\u003c`)
  const block = `<script type="application/json" id="veni-config">${json}</script>`
  const html = indexHtml.replace('</head>', () => `${block}</head>`)
  return {
    html,
    etag: `W/"${sha256(html, 'base64url').slice(0, 22)}"`,
    encoded: [
      ['br', brotliCompressSync(html)],
      ['gzip', gzipSync(html, { level: 9 })],
    ],
    // Of the build alone: a setting never becomes a script.
    inlineScripts: hashesOf(indexHtml, /<script>(.*?)<\/script>/gs),
    inlineStyles: hashesOf(indexHtml, /<style>(.*?)<\/style>/gs),
  }
}

const hashesOf = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, content = '']) => `'sha256-${sha256(content, 'base64')}'`)

const sha256 = (text: string, encoding: 'base64' | 'base64url') =>
  createHash('sha256').update(text).digest(encoding)
