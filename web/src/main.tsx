import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sendRunnerHeader } from './api/client.ts'
import { installNetworkGuard } from './api/network.ts'
import { paySignOut } from './api/sign-in.ts'
import { App } from './app.tsx'
import { loadAppConfig } from './app-config.ts'
import { restoreLanguage } from './i18n/language.ts'
import { invariant } from './lib/invariant.ts'
import { startOutbox } from './outbox/outbox.ts'
import { followSentWork } from './outbox/sent-work.ts'
import { followOtherTabs, serverRunnerId, session } from './state/session.ts'
import { wipeCarts } from './state/visit.ts'

async function start() {
  installNetworkGuard()
  const announceRunner = () => sendRunnerHeader(serverRunnerId())
  announceRunner()
  session.subscribe(announceRunner)
  followOtherTabs(wipeCarts)
  followSentWork()
  await Promise.all([loadAppConfig(), restoreLanguage()])
  const root = document.getElementById('root')
  invariant(root, 'index.html has a #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  startOutbox()
  await paySignOut()
}

void start()
