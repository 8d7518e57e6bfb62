/** Shows a screen as the app does, with its address, the questions and the toasts. */
import '../src/styles/tokens.css'
import '../src/styles/base.css'
import type { ReactNode } from 'react'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import { render } from 'vitest-browser-react'
import { WithAnswers } from '../src/api/query-hooks.tsx'
import { activeVisit, selectCustomer, updateVisit } from '../src/state/visit.ts'
import { ConfirmHost } from '../src/ui/dialog/confirm-host.tsx'
import { pendingConfirm } from '../src/ui/dialog/confirm-store.ts'
import { ToastHost } from '../src/ui/message/toast-host.tsx'
import { dismissToast } from '../src/ui/message/toast-store.ts'

export const newVisitCustomer = (customer: Partial<VisitCustomer> = {}): VisitCustomer => ({
  id: '26',
  name: 'Lakshmi',
  mobile: '9848012345',
  email: '',
  location: 'Kothapalli',
  ...customer,
})

/** Closes the visit, so that no customer is selected. */
export function clearVisits(): void {
  sessionStorage.clear()
  activeVisit.set(undefined)
  pendingConfirm.get()?.answer()
  dismissToast()
}

/** Opens a visit and changes it. */
export function startVisit(
  change: Partial<Visit> = {},
  customer: Partial<VisitCustomer> = {},
): void {
  selectCustomer(newVisitCustomer(customer))
  updateVisit((visit) => ({ ...visit, ...change }))
}

/** For {@link showScreen}: stays at the current history entry, as after a reload. */
export const HERE_AGAIN = Symbol('here again')

export function showScreen(screen: ReactNode, at: string | typeof HERE_AGAIN) {
  if (at !== HERE_AGAIN) window.history.pushState(null, '', at)
  return render(
    <>
      {screen}
      <ConfirmHost />
      <ToastHost dismissLabel="Close" />
    </>,
    { wrapper: WithAnswers },
  )
}

/** The path of the current address. */
export const address = () => window.location.pathname
export const addressQuery = () => Object.fromEntries(new URLSearchParams(window.location.search))
