/** A customer in the wire format of a plain portal. */
export const newCustomer = (
  id: number,
  member_name: string,
  more: Record<string, unknown> = {},
) => ({
  id,
  state: 'Telangana',
  district: 'Karimnagar',
  village_info: 'Kothapalli',
  member_name,
  father_or_husband_name: 'Rao',
  mobile: '9100000000',
  email: null,
  status: 'assigned',
  runner_id: 1,
  extra: null,
  comments: null,
  next_followup: null,
  ...more,
})

export const defaultCustomers = [
  newCustomer(26, 'Portal Lakshmi'),
  newCustomer(27, 'Portal Anjali', { status: 'interested', runner_id: null }),
  newCustomer(28, 'Portal Padma', {
    status: 'hold',
    comments: 'Later',
    next_followup: '2020-01-01',
  }),
  newCustomer(29, 'Other Runner', { runner_id: 2 }),
  newCustomer(30, 'Portal Delivered', { status: 'delivered' }),
]

export const products = [
  { id: 1, productId: 'handbag', name: 'Handbag', weight: '500Grams', price: '200.00', image: '' },
  { id: 2, productId: 'ricecooker', name: 'Rice Cooker', price: 1206.44, image_url: '' },
]

export const hairPrices = [
  { id: 'black_hair', rate: 70, minimum_weight: 20, is_active: true },
  { id: 'old_hair', rate: 10, is_active: false },
]
