import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installNetworkGuard } from './api/network.ts'
import { App } from './app.tsx'
import { loadAppConfig } from './app-config.ts'
import { restoreLanguage } from './i18n/language.ts'
import { invariant } from './lib/invariant.ts'
import { isSignOutOwed } from './state/owed-sign-out.ts'
import { wipeSavedCarts } from './state/saved-carts.ts'
import { followOtherTabs, session } from './state/session.ts'

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
  await someoneToWorkFor()
  const { startWork } = await import('./start-work.ts')
  await startWork()
}

/** A stored phone, or a logout that is still owed: until then what works behind the screens is not even fetched. */
function someoneToWorkFor(): Promise<void> {
  if (session.get() || isSignOutOwed()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      stop()
      resolve()
    })
  })
}

void start()
