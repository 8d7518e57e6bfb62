/** Deals as they were made at the customer's door. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { idParam } from './fields.ts'
import {
  recountedCashPaymentSchema,
  recountedSettlementSchema,
  cashPaymentSchema,
  settlementSchema,
} from '../deal/record.ts'

export const dealsApi = {
  recordSettlement: endpoint({
    method: 'POST',
    path: '/api/settlements',
    summary: 'Store an items settlement, once per invoice id',
    part: 'extension',
    access: 'runner',
    body: settlementSchema,
    reply: recountedSettlementSchema,
    status: 201,
  }),
  updateSettlement: endpoint({
    method: 'PUT',
    path: '/api/settlements/:id',
    summary: 'Mark a settlement as delivered, by invoice id; its customer becomes delivered',
    part: 'extension',
    access: 'runner',
    params: idParam,
    body: v.object({ status: v.literal('delivered') }),
    reply: recountedSettlementSchema,
  }),
  recordCashPayment: endpoint({
    method: 'POST',
    path: '/api/cash-payments',
    summary: 'Store a cash payment, once per invoice id',
    part: 'extension',
    access: 'runner',
    body: cashPaymentSchema,
    reply: recountedCashPaymentSchema,
    status: 201,
  }),
} as const
