import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installNetworkGuard } from './api/network.ts'
import { App } from './app.tsx'
import { loadAppConfig } from './app-config.ts'
import { restoreLanguage } from './i18n/language.ts'
import { invariant } from './lib/invariant.ts'
import { wipeSavedCarts } from './state/saved-carts.ts'
import { followOtherTabs } from './state/session.ts'

async function start() {
  installNetworkGuard()
  followOtherTabs(wipeSavedCarts)
  await Promise.all([loadAppConfig(), restoreLanguage()])
  const root = document.getElementById('root')
  invariant(root, 'index.html has a #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  const { startWork } = await import('./start-work.ts')
  await startWork()
}

void start()
