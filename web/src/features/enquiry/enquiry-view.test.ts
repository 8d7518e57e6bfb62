import { expect, test } from 'vitest'
import { newCustomer } from '../../../test/customers.ts'
import { ApiFailure } from '../../api/failure.ts'
import { enquiryView, type EnquiryFacts } from './enquiry-view.ts'

const facts: EnquiryFacts = {
  answer: undefined,
  error: null,
  failureReason: null,
  known: undefined,
}
const customer = newCustomer()
const offline = new ApiFailure('network')

test('what the phone knows shows at once, without a word while the portal is asked', () => {
  expect(enquiryView({ ...facts, known: customer })).toEqual({ kind: 'customer', customer })
  expect(enquiryView({ ...facts, known: customer, failureReason: offline })).toEqual({
    kind: 'customer',
    customer,
  })
})

test('once the portal could not be reached the known details say so', () => {
  expect(enquiryView({ ...facts, known: customer, error: offline })).toEqual({
    kind: 'customer',
    customer,
    failure: offline,
  })
})

test('with nothing known the first failure shows while more attempts follow', () => {
  expect(enquiryView({ ...facts, failureReason: offline })).toEqual({
    kind: 'failed',
    failure: offline,
  })
})

test('the portal has no such customer', () => {
  const refused = new ApiFailure('status', { status: 404, code: 'not-found' })
  expect(enquiryView({ ...facts, answer: null })).toEqual({ kind: 'missing' })
  expect(enquiryView({ ...facts, failureReason: refused })).toEqual({ kind: 'missing' })
})

test('a 404 that is not our server speaking says nothing about the customer', () => {
  const failure = new ApiFailure('status', { status: 404 })
  expect(enquiryView({ ...facts, error: failure })).toEqual({ kind: 'failed', failure })
})
