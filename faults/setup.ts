/** Provides the parts of a browser before the app is loaded, and then an outbox for each tab. */
import './browser.ts'
import { provideOutbox } from '../web/src/outbox/page-outbox.ts'
import { currentTab } from './tab.ts'

provideOutbox(() => {
  const tab = currentTab()
  if (!tab) throw new Error('Only a tab has an outbox')
  return tab.outbox
})
