import { digest, makeFile, type MadeFile } from './made-file.ts'

/** As scripts/build/service-worker.mjs names the version of the page. */
const PAGE_REVISION = /page-[\w-]{22}/

/**
 * The built service worker for the page as this deployment sends it: with other settings it is another page, which
 * phones fetch anew though nothing was built.
 */
export function makeServiceWorker(script: string, pageHtml: string): MadeFile {
  return makeFile(script.replace(PAGE_REVISION, `page-${digest(pageHtml)}`))
}
