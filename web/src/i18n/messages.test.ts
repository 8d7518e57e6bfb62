import { expect, test } from 'vitest'
import { en, type MessageKey, type Messages } from './en.ts'
import { te } from './te.ts'

const keys = Object.keys(en) as MessageKey[]

test('both languages have the same keys', () => {
  expect(Object.keys(te).toSorted()).toEqual(keys.toSorted())
})

test('no message is empty in either language', () => {
  expect(keys.filter((key) => !en[key].trim() || !te[key].trim())).toEqual([])
})

test.each(keys)('%s has the same placeholders in both languages', (key) => {
  expect(placesOf(te[key])).toEqual(placesOf(en[key]))
})

test('Telugu sentences are in Telugu, except names that are the same everywhere', () => {
  const untranslated = keys.filter((key) => !/\p{Script=Telugu}/u.test(te[key]))
  expect(untranslated).toEqual(['common.appName', 'common.english', 'cash.upi'])
})

// Decisions: words quoted in the specification are the English copy, letter for letter.
const specified: Partial<Messages> = {
  'notFound.title': 'Oops! Page not found',
  'login.phoneMissing': 'Please enter a phone number',
  'deliveries.autoRefresh': 'Auto-refresh every 60s',
  'deliveries.loading': 'Loading customers...',
  'deliveries.unavailable': 'Server Temporarily Unavailable',
  'deliveries.connectionError': 'Connection Error',
  'deliveries.tryAgain': 'Try Again',
  'deliveries.retryConnection': 'Retry Connection',
  'deliveries.noneAssigned': 'No assigned customers found',
  'deliveries.noneForFilter': 'No customers found for selected filter',
  'status.delivered.label': 'Delivered',
  'status.unknown': 'Status unknown',
  'followUp.today': 'Today',
  'followUp.overdue': '{days} day(s) overdue',
  'followUp.overdueOne': '{days} day(s) overdue',
  'enquiry.notFound': 'Customer not found',
  'invoice.backToDeliveries': 'Back to Deliveries',
  'enquiry.interested': 'Interested (Convert to Order)',
  'enquiry.hold': 'Hold (May be Later)',
  'enquiry.rejected': 'Rejected (Not Interested)',
  'enquiry.confirm': 'Update customer status to "{status}"?',
  'enquiry.confirm.interested': 'pending (interested)',
  'hold.commentsMissing': 'Please enter comments for holding this customer',
  'mode.loading': 'Loading hair types...',
  'mode.none': 'Unable to load hair types. Please refresh the page or contact support.',
  'mode.belowMinimum': 'Weight must be at least {min}g',
  'mode.cashDescription': 'Pay via Cash/UPI. Invoice is generated after payment.',
  'mode.itemsDescription': 'Redeem hair value as gift items. Balance is tracked automatically.',
  'mode.weightsMissing': 'Please enter hair weights before proceeding.',
  'products.heading': '50 Grams',
  'products.defaultWeight': '50gms',
  'products.none': 'No products available',
  'products.demoNotice':
    'Showing available products. Admin portal connection will retry automatically.',
  'products.initFailed': 'Failed to initialize customer data. Please try again.',
  'products.unexpected': 'An unexpected error occurred. Check console for details.',
  'cart.title': 'Shopping Cart',
  'cart.clearConfirm': 'Are you sure you want to clear the cart?',
  'cart.balanceToReturn': 'Balance to return',
  'cart.balanceToCollect': 'Balance to collect',
  'cart.exactBalance': 'Exact balance',
  'cart.toReturn': 'To Return',
  'cart.toCollect': 'To Collect',
  'cart.balance': 'Balance',
  'cart.proceedToPayment': 'Proceed to Payment',
  'cart.emptyTitle': 'Your cart is empty',
  'cart.emptyHint': 'Add some products to get started',
  'cart.emptyProceed': 'Cart is empty. Please add some items before proceeding.',
  'cart.noCustomer': 'Please select a customer first before adding items to cart.',
  'cart.switch':
    "You have {count} item(s) in cart for {from}. Switching to {to} will save this cart and load {to}'s cart. Continue?",
  'evidence.locationMissing': 'Location not available',
  'cash.balanceToReturn': 'Balance to Return',
  'cash.balanceToCollect': 'Balance to Collect',
  'cash.complete': 'Complete & Generate Invoice',
  'deal.packetMissing': 'Please upload a photo of the sealed hair packet.',
  'deal.upiMissing': 'Please enter UPI reference number.',
  'deal.receiptMissing': 'Please upload cash receipt.',
  'deal.cashMissing': 'Please enter the cash amount collected from customer.',
  'settle.packetMissing': 'Please upload a photo of the sealed hair packet before confirming.',
  'settle.confirm': 'Confirm & Generate Invoice',
  'settle.done': 'Items Settlement Confirmed!',
  'settle.markDelivered': 'Mark as Delivered',
  'invoice.statusCompleted': 'Status: Completed',
  'invoice.statusConfirmed': 'Status: Confirmed – Pending Delivery',
  'place.fullHair': 'Full Hair',
  'place.whiteHair': 'White Hair',
  'place.hairWeightPlaceholder': '30 gms',
  'place.cashPlaceholder': 'Rs. 100.00',
  'place.noAddress': 'Address not available',
  'place.confirming': 'Confirming Order...',
  'place.notFound': 'Product not found',
  'order.title': 'Order Successfully Created!',
  'order.delivered': 'Delivered',
  'order.viewCustomers': 'View Assigned Customers',
  'order.another': 'Create Another Order',
  'health.timeout': 'Server health check timeout. The server may be slow to respond.',
  'health.network':
    'Network connectivity issue. Please check your internet connection and try again.',
  'health.other': 'Server connectivity issue: {message}',
  'health.status': 'Server health check failed with status {status}',
  'list.500': 'Admin portal server error (500). Using fallback data when available.',
  'list.404':
    'Admin portal API endpoint not found (404). Please verify the admin portal is running properly.',
  'list.503': 'Admin portal service unavailable (503). The admin portal may be temporarily down.',
  'list.status': 'Admin portal API returned {status}: {statusText}',
  'list.timeout': 'Server is taking too long to respond. Please try again.',
  'list.network': 'Unable to connect. Please check your connection.',
  'demo.timeout': 'Request timeout - Using demo data. Please try refreshing later.',
  'demo.500':
    'Admin portal temporarily unavailable - Using demo data. Please try refreshing in a few minutes.',
  'demo.503':
    'Service temporarily unavailable - Using demo data. Please try again in a few minutes.',
  'demo.404': 'Service not available - Using demo data. Please try again later.',
  'demo.network':
    'Connection failed - Using demo data. Please check your network connection and try again.',
  'demo.other': 'Connection error - Using demo data. Please check your connection and try again.',
  'demo.allEndpoints': 'Using demo data - admin portal temporarily unavailable',
  'details.missing': 'Customer {id} not found',
  'details.500': 'Server error. Please try again later.',
  'details.404': 'Customer details not found. Please try again.',
  'status.failed': 'Failed to update customer status. Navigation will continue.',
  'status.timeout': 'Request timeout. Please try again. Navigation will continue.',
  'upload.photoFailed': 'Failed to upload photo. Please try again.',
  'upload.receiptFailed': 'Failed to upload receipt. Please try again.',
  'upload.no-file': 'No file provided',
  'upload.too-large': 'File size too large. Maximum 5MB allowed.',
  'upload.wrong-type': 'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
  'invoice.failed': 'Failed to generate invoice. Please try again.',
}

test.each(Object.entries(specified))('%s is the specified sentence [R-2.074]', (key, sentence) => {
  expect(en[key as MessageKey]).toBe(sentence)
})

/** For each message with several values: the words that must stand beside each value, in English and in Telugu. */
const WORDS_OF_VALUES: Partial<Record<MessageKey, readonly (readonly [string, string])[]>> = {
  'invoice.hairDetail': [
    ['{grams} g × ', '{grams} గ్రా. × '],
    ['{price} / 20', '{price} / 20'],
  ],
  'invoice.difference': [
    ['{what}: ', '{what}: '],
    ['{phone} on this phone', 'ఈ ఫోన్‌లో {phone}'],
    ['{office} at the office', 'ఆఫీసులో {office}'],
  ],
  'lost.reported': [
    ['heard from it on {at}', 'సమాచారం వచ్చింది: {at}'],
    ['{deals} deal(s)', 'డీల్స్ {deals}'],
    ['{photos} photo(s)', 'ఫోటోలు {photos}'],
    ['{others} other change(s)', 'ఇతర మార్పులు {others}'],
    ['the oldest of {since}', 'వాటిలో పాతది: {since}'],
    ['Customers: {ids}', 'కస్టమర్లు: {ids}'],
  ],
  'outbox.refused.status': [
    ['#{id}', '#{id}'],
    [': {status}', ': {status}'],
  ],
  'search.hits': [
    ['Found {count}', 'దొరికినవారు: {count}'],
    ['of {total}', '{total} మందిలో'],
  ],
  'deliveries.retrying': [
    ['attempt {attempt}', '{attempt}వ సారి'],
    ['of {total}', '{total}లో'],
  ],
  'list.status': [
    ['returned {status}: ', ': {status}: '],
    [': {statusText}', ': {statusText}'],
  ],
  'cart.switch': [
    ['{count} item(s)', 'వస్తువులు ఉన్నాయి ({count})'],
    ['in cart for {from}', '{from} గారి కార్ట్‌లో'],
    ['Switching to {to}', '{to} గారికి మారితే'],
    ["{to}'s cart", '{to} గారి కార్ట్ తెరుచుకుంటుంది'],
  ],
}

test('each value of a message stands beside the words that say what it is', () => {
  const several = keys.filter((key) => placesOf(en[key]).length > 1)
  expect(Object.keys(WORDS_OF_VALUES).toSorted()).toEqual(several.toSorted())
  for (const [key, words] of Object.entries(WORDS_OF_VALUES) as [MessageKey, [string, string][]][])
    for (const [english, telugu] of words)
      expect([en[key], te[key]]).toEqual([
        expect.stringContaining(english),
        expect.stringContaining(telugu),
      ])
})

function placesOf(sentence: string): string[] {
  return [...new Set(sentence.match(/\{\w+\}/g))].toSorted()
}
