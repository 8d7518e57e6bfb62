import { readFileSync } from 'node:fs'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The screens that a visit begins with: signed out, and with a phone stored. */
const firstScreens = {
  login: '/src/screens/sign-in/login.tsx',
  home: '/src/screens/deliveries.tsx',
}

/**
 * The built page is painted before any script is asked for: its styles and its picture ride in it. Then its scripts and
 * those of its first screen are fetched side by side.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) throw new Error('The page is built without its scripts')
        const styled = withStyles(withSplash(html.replaceAll(/\s*<!--.*?-->/g, '')), bundle)
        const [tag, entry] = SCRIPT.exec(styled) ?? []
        if (!tag || !entry) throw new Error('The page does not ask for its script')
        const code = start(
          entry,
          scriptsOf(bundle, styled, firstScreens.login),
          scriptsOf(bundle, styled, firstScreens.home),
        )
        return styled.replace(tag, '').replace('</body>', () => `<script>${code}</script></body>`)
      },
    },
  }
}

const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/** Its picture rides in the page, twice: nothing else is there to be painted, and each file is a request. */
function withSplash(html: string): string {
  const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8').trim()
  const picture = `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`
  return html.replaceAll('"/icon.svg"', `"${picture}"`)
}

/**
 * A link would hold back the first paint by a round trip. The styles of the screens that a visit begins with ride along:
 * they weigh less than a request of their own costs the phone.
 */
function withStyles(html: string, bundle: Bundle): string {
  const own = Object.values(firstScreens).flatMap((screen) => stylesOf(bundle, screen))
  return html.replaceAll(LINK, (_, file: string) => {
    const styles = [...new Set([file, ...own])].map((name) => taken(bundle, name))
    return `<style>${styles.join('')}</style>`
  })
}

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g

/** Takes a file of styles out of the build: no later part asks for it again. */
function taken(bundle: Bundle, file: string): string {
  const css = bundle[file]
  if (css?.type !== 'asset') throw new Error(`${file} is not in the build`)
  Reflect.deleteProperty(bundle, file)
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
  return String(css.source).trim()
}

/**
 * What the page does by itself, once it is there to its end. A phone that draws slowly would otherwise read the scripts
 * first and paint after them; a page that nobody sees is not painted, and does not wait for it. Each file is asked for
 * in a task of its own. Which of the two screens it will be, the page alone knows: it looks into the phone's storage,
 * and stands still until the browser's main process has answered, so that is a task of its own as well.
 */
const start = (entry: string, signedOut: readonly string[], signedIn: readonly string[]) =>
  [
    `let start=()=>{start=()=>{};import(${JSON.stringify(entry)});setTimeout(()=>{`,
    `for(const href of localStorage.getItem('loggedInPhone')?${JSON.stringify(signedIn)}:${JSON.stringify(signedOut)})`,
    "setTimeout(()=>document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href})))})};",
    `requestAnimationFrame(()=>setTimeout(()=>start()));setTimeout(()=>start(),${UNPAINTED_MS})`,
  ].join('')

const UNPAINTED_MS = 200

/** The scripts of a module, but for what the page itself asks for. */
function scriptsOf(bundle: Bundle, html: string, module: string): string[] {
  return chunksOf(bundle, module)
    .filter(({ fileName }) => !html.includes(fileName))
    .map(({ fileName }) => `/${fileName}`)
}

function stylesOf(bundle: Bundle, module: string): string[] {
  return chunksOf(bundle, module).flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
  ])
}

/** The chunk of a module and those that it imports. */
function chunksOf(bundle: Bundle, module: string): Chunk[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!own) throw new Error(`${module} is not in the build`)
  return [own, ...chunks.filter(({ fileName }) => own.imports.includes(fileName))]
}
