import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { newSettlementDeal } from '../../../test/deals.ts'
import { signInRunner } from '../../../test/runner.ts'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { useOlderRecords } from './use-older-records.ts'

const RUNNER_RECORD = 'GET /api/runners/me'

const invoiceIdOf = (year: number) => `INV-${Date.UTC(year)}-KXQRTB`

function newPage(year: number, older?: string): RunnerRecord {
  const { record } = newSettlementDeal({ invoice_id: invoiceIdOf(year) })
  return {
    runner: { id: 1, name: 'Ravi Kumar' },
    orders: [],
    settlements: [record],
    cash_payments: [],
    ...(older !== undefined && { older }),
  }
}

test('each further page comes after all pages before it', async () => {
  signInRunner()
  const server = startStandInServer()
  const { result } = await renderHook(() => useOlderRecords(newPage(2026, 'second')))
  const shown = () => result.current.record?.settlements.map((deal) => deal.invoice_id)
  for (const page of [newPage(2025, 'third'), newPage(2024)]) {
    server.answer(RUNNER_RECORD, json(page))
    const before = shown()?.length ?? 0
    result.current.loadOlder?.()
    await expect.poll(() => shown()?.length).toBe(before + 1)
  }
  expect(shown()).toEqual([2026, 2025, 2024].map(invoiceIdOf))
  expect(result.current.loadOlder).toBeUndefined()
})

test('a call that fails in the browser is reported, and the runner can ask for the page again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  const failure = new DOMException('The page is closing', 'InvalidStateError')
  startStandInServer().answer(RUNNER_RECORD, failure)
  const { result } = await renderHook(() => useOlderRecords(newPage(2026, 'second')))
  result.current.loadOlder?.()
  await expect.poll(() => result.current).toMatchObject({ isLoading: false, hasFailed: true })
  expect(warn.mock.calls).toEqual([['Older deals not shown', failure]])
})
