import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { showScreen } from './show-screen.tsx'

/** Opens /enquiry-details of a customer. */
export const openEnquiry = (screen: ReactNode, customerId = '7') =>
  showScreen(
    <Route path="/enquiry-details/:customerId">{screen}</Route>,
    `/enquiry-details/${customerId}`,
  )

export const enquiryButton = (name: string) => page.getByRole('button', { name, exact: true })

/** Takes an action and says yes to its question, which names the status. */
export async function chooseStatus(action: string, status: string): Promise<void> {
  await enquiryButton(action).click()
  const question = page.getByRole('alertdialog', {
    name: `Update customer status to "${status}"?`,
  })
  await question.getByRole('button', { name: 'OK' }).click()
}
