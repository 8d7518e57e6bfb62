import type { Customers } from '../support/servers/plain-portal-calls.ts'
import { newCustomer } from '../support/servers/plain-portal-data.ts'

const DAY_MS = 86_400_000

/** The date this number of days from today, in the wire format. */
const day = (fromToday: number) =>
  new Date(Date.now() + fromToday * DAY_MS).toISOString().slice(0, 10)

/** The customer whose visit the states show. */
export const customer = { id: '26', name: 'గుర్రం లక్ష్మీ ప్రసన్న' } as const

/** Customers of every section: short and long names in both scripts, due dates and empty fields. */
export const customers: Customers = [
  newCustomer(26, customer.name, {
    village_info: 'ఇబ్రహీంపట్నం',
    district: 'రంగారెడ్డి',
    father_or_husband_name: 'గుర్రం వెంకటేశ్వర రావు',
    mobile: '9100000026',
    email: 'lakshmi.prasanna@example.in',
    extra: 'Lives behind the school, blue gate; ask for the tailor.',
    comments: 'Call before coming',
  }),
  newCustomer(27, 'Bolla Sujatha', { mobile: null, village_info: 'Shamshabad' }),
  newCustomer(28, 'Kondapaka Yadamma', {
    status: 'interested',
    comments: 'Hair kept from the last six months, wants a pressure cooker',
  }),
  newCustomer(29, 'Nakash Vanaja', {
    status: 'hold',
    comments: 'Later, after the wedding',
    next_followup: day(0),
  }),
  newCustomer(30, 'Venkatasubrahmanyeswaramma Chintalapati', {
    status: 'hold',
    comments: 'Later',
    next_followup: day(-12),
  }),
  newCustomer(31, 'Patil Savitri', { status: 'pending', district: '', village_info: '' }),
]

/** More customers than the list draws at once. One has a status that the app does not have. */
export const longList: Customers = [
  ...customers,
  ...Array.from({ length: 120 }, (_, index) =>
    newCustomer(1000 + index, `Bolla Sujatha ${index + 1}`, {
      status: index % 3 === 0 ? 'hold' : 'assigned',
    }),
  ),
  newCustomer(2000, 'Beeram Mounika', { status: 'returned' }),
]

/** Products, also with the longest name and price that must fit on a card. */
export const products = [
  { productId: 'handbag', name: 'Handbag', price: 200, image: 'handbag' },
  { productId: 'ricecooker', name: 'Rice Cooker 1.8 L', price: 1206.44, image: 'rice-cooker' },
  { productId: 'saree', name: 'కాటన్ చీర', price: 450, image: 'cotton-saree' },
  {
    productId: 'lunchbox',
    name: 'Office Lunch Box with three steel tumblers',
    price: 125_000,
    image: 'office-lunch-box',
  },
  { productId: 'cooker', name: 'Pressure Cooker', price: 990, image: 'pressure-cooker' },
  { productId: 'torch', name: 'Torch', price: 99, image: 'no-such-picture' },
].map(({ image, ...product }, index) => ({
  ...product,
  id: index + 1,
  weight: '500Grams',
  image_url: `/pictures/${image}.svg`,
}))

export const prices = [
  { id: 'black_hair', rate: 70, minimum_weight: 20, is_active: true },
  { id: 'grey_hair', rate: 35, minimum_weight: 50, is_active: true },
  { id: 'old_hair', rate: 10, minimum_weight: 100, is_active: true },
]

/** The runner record of our server. */
export const runnerRecord = {
  runner: { id: 1, name: 'Ravi Kumar' },
  orders: [
    {
      order_id: 511,
      customer_id: 31,
      customer_name: 'Patil Savitri',
      product_name: 'Office Lunch Box with three steel tumblers',
      purchase_type: 'whiteHair',
      amount: 125_000,
      completed_at: '2026-11-20T09:30:00.000Z',
    },
    {
      order_id: 512,
      customer_id: 28,
      customer_name: 'Kondapaka Yadamma',
      product_name: 'Hair purchase',
      purchase_type: 'cash',
      amount: 350,
      completed_at: '2026-11-19T12:05:00.000Z',
    },
  ],
  settlements: [],
  cash_payments: [],
}
