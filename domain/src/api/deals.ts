/** The calls that send deals. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { idParam, MAX_DEAL_BYTES } from './fields.ts'
import {
  recountedCashPaymentSchema,
  recountedSettlementSchema,
  cashPaymentSchema,
  settlementSchema,
} from '../deal/record.ts'

export const dealsApi = {
  recordSettlement: defineEndpoint({
    method: 'POST',
    path: '/api/settlements',
    summary: 'Store an items settlement; each invoice id is stored once',
    part: 'extension',
    access: 'runner',
    body: settlementSchema,
    maxBodyBytes: MAX_DEAL_BYTES,
    reply: recountedSettlementSchema,
    status: 201,
  }),
  updateSettlement: defineEndpoint({
    method: 'PUT',
    path: '/api/settlements/:id',
    summary: 'Set a settlement, by invoice id, and its customer to delivered',
    part: 'extension',
    access: 'runner',
    params: idParam,
    body: v.object({ status: v.literal('delivered') }),
    reply: recountedSettlementSchema,
  }),
  recordCashPayment: defineEndpoint({
    method: 'POST',
    path: '/api/cash-payments',
    summary: 'Store a cash payment; each invoice id is stored once',
    part: 'extension',
    access: 'runner',
    body: cashPaymentSchema,
    maxBodyBytes: MAX_DEAL_BYTES,
    reply: recountedCashPaymentSchema,
    status: 201,
  }),
} as const
