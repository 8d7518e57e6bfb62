import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The first screen of a visit with a session. The screen /login is part of the page's own script. */
const DELIVERIES = '/src/screens/deliveries.tsx'

/**
 * Makes the built page paint before it fetches a script: its styles and its icon are part of it. Then it fetches its
 * scripts and the files of its first screen side by side.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: fileURLToPath(EARLY_LIST) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) throw new Error('The page is built without its scripts')
        const styled = withStyles(withSplash(html.replaceAll(/\s*<!--.*?-->/g, '')), bundle)
        const scripts = [...styled.matchAll(SCRIPT)].map(([, file = '']) => file)
        if (scripts.length === 0) throw new Error('The page has no script')
        const signedIn = filesOf(bundle, styled, DELIVERIES)
        const code = start(scripts, signedIn)
        return styled
          .replaceAll(SCRIPT, '')
          .replace(CHARSET, (tag) => `${tag}<script>${fetchEarlyList(bundle, signedIn)}</script>`)
          .replace('</body>', () => `<script>${code}</script>${oldBrowserScript()}</body>`)
      },
    },
  }
}

const EARLY_LIST = new URL(
  '../src/features/customers/early-list/draw-early-list.ts',
  import.meta.url,
)

const CHARSET = /<meta charset[^>]*>/

/**
 * Fetches what draws the first cards of the last list, on a phone that has stored some with these styles. It comes before
 * the styles of the page, because a slow phone needs long to read them.
 */
function fetchEarlyList(bundle: Bundle, signedIn: readonly string[]): string {
  const own = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.facadeModuleId === fileURLToPath(EARLY_LIST),
  )
  const styles = signedIn.find((file) => file.endsWith('.css'))
  if (!own || styles === undefined) throw new Error('The early list has no script or no styles')
  return [
    `if(location.pathname==='/deliveries'&&(localStorage.getItem('earlyList')??'').includes('${styles}')){`,
    `import('/${own.fileName}');`,
    `let link=document.createElement('link');link.dataset.early='';link.onload=()=>{link.dataset.early='there'};`,
    `document.head.append(Object.assign(link,{rel:'preload',as:'style',crossOrigin:'',href:'${styles}'}))}`,
  ].join('')
}

const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * A browser that knows modules does not fetch it. An older one would show the logo for ever; it says so instead. It must
 * be the file of this build, so that a cache with another one cannot hide that.
 */
function oldBrowserScript(): string {
  const file = readFileSync(new URL('../public/old-browser.js', import.meta.url))
  const digest = createHash('sha256').update(file).digest('base64')
  return `<script nomodule src="/old-browser.js" integrity="sha256-${digest}"></script>`
}

/** The page contains its icon twice: a file of its own would cost a request before the first paint. */
function withSplash(html: string): string {
  const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8').trim()
  const icon = `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`
  return html.replaceAll('"/icon.svg"', `"${icon}"`)
}

/** A link to styles would delay the first paint by a round trip. */
function withStyles(html: string, bundle: Bundle): string {
  return html.replaceAll(LINK, (_, file: string) => `<style>${takeStyles(bundle, file)}</style>`)
}

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g

/** Removes a file of styles from the build, so that no chunk fetches it again. */
function takeStyles(bundle: Bundle, file: string): string {
  const css = bundle[file]
  if (css?.type !== 'asset') throw new Error(`${file} is not in the build`)
  Reflect.deleteProperty(bundle, file)
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
  return String(css.source).trim()
}

/**
 * The script of the page. It waits for the first paint, because a slow phone would otherwise read the scripts first; a
 * hidden page is never painted, so there is a time limit. Each request has a task of its own, and so has the look into
 * `localStorage`, which blocks until the main process of the browser has answered.
 */
const start = (scripts: readonly string[], signedIn: readonly string[]) =>
  [
    `let start=()=>{start=()=>{};${scripts.map((file) => `import(${JSON.stringify(file)});`).join('')}setTimeout(()=>{`,
    `if(localStorage.getItem('loggedInPhone'))for(const href of ${JSON.stringify(signedIn)})`,
    "setTimeout(()=>document.head.append(Object.assign(document.createElement('link'),",
    "/css$/.test(href)?{rel:'preload',as:'style',crossOrigin:'',href}:{rel:'modulepreload',href})))})};",
    `requestAnimationFrame(()=>setTimeout(()=>start()));setTimeout(()=>start(),${UNPAINTED_MS})`,
  ].join('')

const UNPAINTED_MS = 200

/** The scripts and styles of a module, without those of the page itself. */
function filesOf(bundle: Bundle, html: string, module: string): string[] {
  const chunks = chunksOf(bundle, module)
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...chunks.map(({ fileName }) => fileName), ...styles]
    .filter((file) => !html.includes(file))
    .map((file) => `/${file}`)
}

/** The chunk of a module and the chunks that it imports. */
function chunksOf(bundle: Bundle, module: string): Chunk[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!own) throw new Error(`${module} is not in the build`)
  return [own, ...chunks.filter(({ fileName }) => own.imports.includes(fileName))]
}
