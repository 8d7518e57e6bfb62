import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { newRecord } from './customers.ts'
import { json, startStandInServer, type StandInServer } from './stand-in-server.ts'
import { signInAtPlainPortal } from './runner.ts'
import { clearVisits, showScreen } from './show-screen.tsx'

export const ENQUIRY = '/enquiry-details/7'
export const DETAILS = 'GET /api/customers'
export const UPDATE = 'PUT /api/customers/7'

/** A runner without a visit, with a stand-in server that knows customer 7 and accepts every status. */
export function startEnquiryServer(): StandInServer {
  clearVisits()
  signInAtPlainPortal()
  const server = startStandInServer()
  server.answer(DETAILS, json([newRecord()]))
  server.answer(UPDATE, json({}))
  return server
}

/** Opens /enquiry-details of a customer. */
export const openEnquiry = (screen: ReactNode, customerId = '7') =>
  showScreen(
    <Route path="/enquiry-details/:customerId">{screen}</Route>,
    `/enquiry-details/${customerId}`,
  )

export const enquiryButton = (name: string) => page.getByRole('button', { name, exact: true })

/** Presses an action and confirms the question, which names the status. */
export async function chooseStatus(action: string, status: string): Promise<void> {
  await enquiryButton(action).click()
  const question = page.getByRole('alertdialog', {
    name: `Update customer status to "${status}"?`,
  })
  await question.getByRole('button', { name: 'OK' }).click()
}
