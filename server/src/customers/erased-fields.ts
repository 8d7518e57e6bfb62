/** What stands in the rows of an erased customer, also in those that arrive later. Amounts and ids stay. */

/** In place of the name; an empty one would look like a mistake. */
export const ERASED_NAME = 'erased'
export const NO_PLACE = { latitude: 0, longitude: 0, address: '' }

/** The columns of a deal. */
export const ERASED_DEAL = {
  customerName: ERASED_NAME,
  ...NO_PLACE,
  accuracyM: null,
  locationAgeS: null,
}

/** The columns of an order in which a runner can type any text. The name of its product is one of them, too. */
export const ERASED_ORDER = {
  deliveryAddress: '',
  customerNotes: '',
  runnerNotes: '',
  paymentType: null,
  deliveryDate: null,
  hairWeight: null,
  cashAmount: null,
}
