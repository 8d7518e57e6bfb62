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

test('the details on the phone are shown at once, without a notice during the request', () => {
  expect(enquiryView({ ...facts, known: customer })).toEqual({ kind: 'customer', customer })
  expect(enquiryView({ ...facts, known: customer, failureReason: offline })).toEqual({
    kind: 'customer',
    customer,
  })
})

test('after the last failure the details from the phone have a notice', () => {
  expect(enquiryView({ ...facts, known: customer, error: offline })).toEqual({
    kind: 'customer',
    customer,
    failure: offline,
  })
})

test('without details the first failure is shown while more attempts follow', () => {
  expect(enquiryView({ ...facts, failureReason: offline })).toEqual({
    kind: 'failed',
    failure: offline,
  })
})

test('an answer without the customer shows that the customer is missing', () => {
  const refused = new ApiFailure('status', { status: 404, code: 'not-found' })
  expect(enquiryView({ ...facts, answer: null })).toEqual({ kind: 'missing' })
  expect(enquiryView({ ...facts, failureReason: refused })).toEqual({ kind: 'missing' })
})

test("a 404 without our server's error code does not mean that the customer is missing", () => {
  const failure = new ApiFailure('status', { status: 404 })
  expect(enquiryView({ ...facts, error: failure })).toEqual({ kind: 'failed', failure })
})
