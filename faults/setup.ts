/** Before the app is loaded: the browser in which it runs. After: an outbox for each tab. */
import './browser.ts'
import { provideOutbox } from '../web/src/outbox/page-outbox.ts'
import { currentTab } from './tab.ts'

provideOutbox(() => {
  const tab = currentTab()
  if (!tab) throw new Error('Only a tab has an outbox')
  return tab.outbox
})
