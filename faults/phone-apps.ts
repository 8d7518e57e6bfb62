/** The phones of the simulation, each with the app and a browser of its own. They are loaded once and used by all runs. */
import type * as app from './app.ts'
import type * as workerApp from './worker-app.ts'
import { createBrowserParts, createWorkerParts } from './browser.ts'
import { type BrowserParts, currentTab, inPhone } from './tab.ts'

export type App = typeof app

export interface LoadedPhone {
  readonly app: App
  readonly parts: BrowserParts
  readonly worker: LoadedWorker
}

export interface LoadedWorker {
  readonly app: typeof workerApp
  readonly parts: BrowserParts
}

/** Of a shift. */
export const MOST_PHONES = 3

const phones: LoadedPhone[] = []

/** To be called once, while the process has the parts of a page. */
export async function loadPhones(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const parts = createBrowserParts()
    const app = await inPhone(parts, () => loadApp(number))
    app.provideOutbox(() => {
      const tab = currentTab()
      if (!tab) throw new Error('Only a tab has an outbox')
      return tab.outbox
    })
    phones.push({ app, parts, worker: await loadWorker(parts, number) })
  }
}

/** `app-copies.mjs` loads a copy of each module of the app for each number. */
function loadApp(number: number): Promise<App> {
  const address = `./app.ts?copy=${number}`
  return import(/* @vite-ignore */ address) as Promise<App>
}

async function loadWorker(ofPhone: BrowserParts, number: number): Promise<LoadedWorker> {
  const parts = createWorkerParts(ofPhone)
  const address = `./worker-app.ts?copy=${WORKERS_FROM + number}`
  const load = () => import(/* @vite-ignore */ address) as Promise<LoadedWorker['app']>
  return { app: await inPhone(parts, load), parts }
}

/** Other numbers than those of the pages. */
const WORKERS_FROM = 100

/** @param at from 0 */
export function findPhone(at: number): LoadedPhone {
  const phone = phones[at]
  if (!phone) throw new Error(`There is no phone ${at}`)
  return phone
}
