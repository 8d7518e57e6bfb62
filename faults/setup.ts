/** Before any of the app: the browser that it runs in, and an outbox for each tab. */
import { vi } from 'vitest'
import './browser.ts'

vi.mock('../web/src/outbox/outbox.ts', () => import('./tab-outbox.ts'))
