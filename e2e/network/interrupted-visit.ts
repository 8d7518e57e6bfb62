import { expect, type Page } from '@playwright/test'
import { chooseCash, readInvoiceId, beginVisit, takePacketPhoto } from '../support/runner.ts'
import { isOnPhone, readPhoneWork, type PhoneDeal } from '../support/phone-storage.ts'
import { weighAll } from './deals.ts'
import { newTypedDeal, type CompletedDeal, type TypedDeal } from './typed-deal.ts'

/** What a runner enters in a cash payment, in this order. */
type Field = 'customer' | 'weight' | 'reference' | 'photo'

/** A visit that may be interrupted anywhere. It continues in another page or after a restart of the browser. */
export interface InterruptedVisit extends TypedDeal {
  readonly customerId: string
  /** The fields that were already entered. */
  readonly entered: Set<Field>
  /** The fields that had to be entered again. */
  readonly again: Field[]
}

/** @param customerId of the customer in the database */
export const visitTo = (customerId: number): InterruptedVisit => ({
  ...newTypedDeal(String(customerId)),
  customerId: String(customerId),
  entered: new Set(),
  again: [],
})

/** The deals on a phone, with what was typed for their customers. */
export const completedOf = (
  deals: readonly PhoneDeal[],
  visits: readonly InterruptedVisit[],
): CompletedDeal[] =>
  deals.flatMap(({ invoiceId, customerId }) =>
    visits
      .filter((visit) => visit.customerId === customerId)
      .map((visit) => ({ ...visit, invoiceId })),
  )

/** Continues a visit on a new page up to its invoice, and enters the fields that are missing. */
export async function finishVisit(page: Page, visit: InterruptedVisit): Promise<void> {
  for (const step of stepsOf(page, visit)) await step()
}

/** The steps of a visit. Each step first checks whether it is already done. */
export function stepsOf(page: Page, visit: InterruptedVisit): (() => Promise<void>)[] {
  return [
    () => beginOrGoOn(page, visit),
    () => weighIfNeeded(page, visit),
    () => typeReference(page, visit),
    () => takePhoto(page, visit),
    () => complete(page, visit),
  ]
}

/** A browser that the test started itself has no base URL, so the address of its page is used. */
const addressed = (page: Page, path: string) =>
  page.url().startsWith('http') ? new URL(path, page.url()).href : path

const isDone = async (page: Page, { customerId }: InterruptedVisit) =>
  (await readPhoneWork(page)).deals.some((deal) => deal.customerId === customerId)

async function beginOrGoOn(page: Page, visit: InterruptedVisit): Promise<void> {
  await page.goto(addressed(page, '/payment-mode'))
  const visited = page.getByText(`#${visit.customerId}`, { exact: true })
  const nobody = page.getByText('No customer selected')
  await expect(visited.or(nobody)).toBeVisible()
  if ((await isDone(page, visit)) || (await visited.isVisible())) return
  enter(visit, 'customer')
  await page.goto(addressed(page, `/enquiry-details/${visit.customerId}`))
  await beginVisit(page)
}

async function weighIfNeeded(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const types = Object.entries(visit.weights)
  const fieldOf = (type: string) => page.getByLabel(`${type} weight in grams`, { exact: true })
  const [[first] = ['']] = types
  await expect(fieldOf(first)).toBeVisible()
  const values = await Promise.all(types.map(([type]) => fieldOf(type).inputValue()))
  if (values.includes('')) {
    enter(visit, 'weight')
    await weighAll(page, visit)
  }
  for (const [type, grams] of types) await expect(fieldOf(type)).toHaveValue(grams)
  await chooseCash(page)
}

async function typeReference(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const field = page.getByLabel('UPI reference number')
  // The app itself must restore what the phone has stored.
  if (await isOnPhone(page, visit.reference)) return expect(field).toHaveValue(visit.reference)
  enter(visit, 'reference')
  await field.fill(visit.reference)
}

async function takePhoto(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const photo = page.getByRole('img', { name: 'Sealed hair packet photo' })
  if (await isOnPhone(page, `"${await visitId(page, visit)}.packet.`))
    return expect(photo).toBeVisible()
  enter(visit, 'photo')
  await takePacketPhoto(page, visit.packet)
}

async function complete(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
}

/** The id of a photo starts with the id of its visit. */
async function visitId(page: Page, { customerId }: InterruptedVisit): Promise<string> {
  const text = await page.evaluate((key) => sessionStorage.getItem(key), `visit_${customerId}`)
  return text === null ? 'none' : (JSON.parse(text) as { visitId: string }).visitId
}

function enter({ entered, again }: InterruptedVisit, field: Field): void {
  if (entered.has(field)) again.push(field)
  entered.add(field)
}
