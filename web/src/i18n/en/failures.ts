export const failureMessages = {
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
  'outbox.refused.conflict':
    'The office already has another version of this. Ask which one counts.',
  'outbox.refused.not-found':
    'The office does not have this customer or order for you. Ask for it to be given to you.',
  'outbox.refused.bad-request':
    'The office cannot read: {fields}. Update the app, then send it again.',
  'outbox.refused.too-large': 'This is too large for the office. Ask it to allow more.',
  'outbox.refused.wrong-type': 'The office does not take a photo of this kind. Ask it to allow it.',
  'outbox.refused.idempotency-mismatch':
    'The office has this already, with other figures. Ask which ones count.',
  'outbox.refused.photo-lost':
    'A photo of this deal is no longer on this phone, and the office does not have it. Show the office this line.',
  'outbox.refused.version':
    "The office's server is too old for this. Ask for its update, then send it again.",
  'outbox.refused.retake':
    'If you still can, take or choose another photo. The office sees that it came later.',
  'outbox.refused.other': 'The office did not accept this. Ask it why.',
  'outbox.refused.kept': 'It stays on this phone until the office takes it.',
  'outbox.refused.settled': 'It is settled with the customer: do not settle it again.',
  'outbox.refused.handover': 'Delivery of {id}',
  'outbox.refused.title': 'Needs attention',
  'outbox.refused.status': 'Status of customer #{id}: {status}',
  'outbox.refused.order': 'Order for customer #{id}',
  'outbox.refused.deal': 'Deal {id}',
  'outbox.refused.photos': 'Photos of deal {id}',
  'outbox.refused.again': 'Send again',
  'outbox.refused.newer':
    'The office changed this customer after you saw them. The office has: {values}. Is your status still right? Then send it again.',
  'outbox.refused.keepOffice': "Keep the office's",
} as const
