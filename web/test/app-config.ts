import { onTestFinished } from 'vitest'
import { loadAppConfig, type AppConfig } from '../src/app-config.ts'

/** Gives the app a deployment's configuration, as our server puts it into the page, until the test ends. */
export async function configureApp(config: Partial<AppConfig>): Promise<void> {
  onTestFinished(() => load({}))
  await load(config)
}

async function load(config: Partial<AppConfig>): Promise<void> {
  const block = document.createElement('script')
  block.id = 'veni-config'
  block.type = 'application/json'
  block.textContent = JSON.stringify(config)
  document.head.append(block)
  await loadAppConfig()
  block.remove()
}
