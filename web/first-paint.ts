import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The screens that a visit begins with: signed out, and with a phone stored. */
const firstScreens = { login: '/src/screens/login.tsx', home: '/src/screens/deliveries.tsx' }

/**
 * The built page is painted before any script has come: its styles ride in it. The scripts of its first screen are
 * fetched beside the first one instead of after it.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) throw new Error('The page is built without its scripts')
        const styled = withStyles(html.replaceAll(/\s*<!--.*?-->/g, ''), bundle)
        const hints = preloads(
          filesOf(bundle, styled, firstScreens.login),
          filesOf(bundle, styled, firstScreens.home),
        )
        return styled.replace(
          '<script type="module"',
          (script) => `<script>${hints}</script>\n    ${script}`,
        )
      },
    },
  }
}

/** A link would hold back the first paint by a round trip. */
function withStyles(html: string, bundle: Bundle): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_, file: string) => {
    const css = bundle[file]
    if (css?.type !== 'asset') throw new Error(`${file} is not in the build`)
    Reflect.deleteProperty(bundle, file)
    // No later part asks for it again.
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
    return `<style>${String(css.source).trim()}</style>`
  })
}

/** Which of the two it will be, the page alone knows. */
const preloads = (signedOut: readonly string[], signedIn: readonly string[]) =>
  [
    `for(const href of localStorage.getItem('loggedInPhone')?${JSON.stringify(signedIn)}:${JSON.stringify(signedOut)})`,
    "document.head.append(Object.assign(document.createElement('link'),",
    "href.endsWith('.css')?{rel:'preload',as:'style',crossOrigin:'',href}:{rel:'modulepreload',href}))",
  ].join('')

/** The chunk of a module and those that it imports, but for what the page itself asks for. */
function filesOf(bundle: Bundle, html: string, module: string): string[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!own) throw new Error(`${module} is not in the build`)
  return [own, ...chunks.filter(({ fileName }) => own.imports.includes(fileName))]
    .filter(({ fileName }) => !html.includes(fileName))
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    .map((file) => `/${file}`)
}
