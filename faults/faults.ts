/** Everything that can fail at an await, by what the phone waits for. */

/** At a call, and of nothing else on the phone. */
const callFaults = [
  /** No connection: the request never leaves. */
  'no network',
  /** The request is lost without an error. */
  'request swallowed',
  /** The server has done the work; the connection breaks before the reply arrives. */
  'reply lost',
  /** The server has done the work; the phone receives no reply and no error. */
  'reply swallowed',
  /** The connection breaks when half of the request has arrived. */
  'request cut',
  /** The request arrives minutes later, when the phone has given up and sent it again. */
  'request late',
  'request duplicated at once',
  'request duplicated later',
  'status 500',
  'status 503',
  /** The server, or an intermediary, also says for how long the phone has to wait. */
  'status 503, retry later',
  'status 429, retry later',
  'HTML 429, retry later',
  'HTML 502',
  /** The server has done the work; an intermediary answers with an error. */
  'HTML 502 after commit',
  /** A page of an intermediary, which refuses the call by a rule of its own. */
  'HTML 403',
  'HTML 404',
  'HTML 413',
  'captive portal',
  'captive portal, empty',
  'cut JSON',
  'duplicate in progress',
  'session expired',
  'server dies before commit',
] as const

export const networkFaults = [
  ...callFaults,
  'killed before the request',
  'killed while the request is away',
] as const

export const storageFaults = [
  'slow disk',
  'killed before the commit',
  'killed after the commit',
  'disk full',
] as const

/** At a write of Cache Storage, which has the second copies. */
export const copyFaults = [
  'slow copy',
  'killed before a copy',
  'killed after a copy',
  'no space for a copy',
] as const

/** A deletion needs no space. */
export const deletionFaults = copyFaults.filter((fault) => fault !== 'no space for a copy')

/** A disk that is full can still be read. */
export const readFaults = storageFaults.filter((fault) => fault !== 'disk full')

/** A battery was empty, or a runner has set the year. */
export const wrongYears = ['clock in 1970', 'clock in 2099'] as const

export const eventNames = [
  ...wrongYears,
  'clock set right',
  'second tab',
  'page killed',
  /** A background sync while the app is in the background, and while its pages still run. */
  'worker beside a page',
  'worker beside a frozen page',
  'worker without a page',
  /** The browser deletes everything that it has stored for the app, and in half of the cases also the cookies. */
  'storage evicted',
  /** The app is updated and set back again: the present release cannot read some of its own work until the next update. */
  'newer release and back',
  'clock forward',
  'clock back',
  'network toggled',
  'server restarted',
  'session ended',
  'network away',
  'office backs up',
  /** From its last backup, which may be that of the start. */
  'office restores',
  /** The one whom both runners have had, to the other runner. */
  'office moves a customer',
  /** Of all customers of a runner, with an import. */
  'office changes statuses',
  /** Of one hair type and one product, with an import. */
  'office changes prices',
] as const

/** What a killed browser does to the stores of a phone. It never damages both at once. */
export const damageNames = [
  /** Chromium finds it corrupted, and deletes it. */
  'database lost',
  /** Without its last commits. */
  'database rolled back',
  /** Some copies are missing, others are cut. */
  'second copy torn',
  'second copy rolled back',
] as const

/** Some deals have a copy and their entries have none: a full phone had no space for these. */
export const ENTRY_UNCOPIED = 'database lost, and an entry has no copy'

/** While the rows of a runner are sealed or opened. */
export const FULL_AT_SIGN_OUT = 'disk full at a sign-out'

/** The page has begun to send. */
export const SENDING_AT_SIGN_OUT = 'sending at a sign-out'

/** What a phone has exported. */
export const DEALS_IMPORTED = 'office imports deals'

/** Phones that are in use beside the first one. */
export const otherPhones = {
  own: 'second phone of the runner',
  other: 'phone of another runner',
} as const

/** The camera app has not written the last bytes of a photo. */
export const PHOTO_CUT = 'photo cut'

/** The runner takes another photo in the place of one that was refused or lost. */
export const PHOTO_REPLACED = 'photo replaced'

/** Another runner signs in on the phone. */
export const PHONE_LENT = 'phone lent'

/** The runner sends work again that an intermediary has refused for its size. */
export const SENT_AGAIN = 'sent again'

/** The end of a change of a runner that is older than one of the office. */
const conflictAnswers = ['conflict sent again', 'conflict left to the office'] as const

export type NetworkFault = (typeof networkFaults)[number]
export type StorageFault = (typeof storageFaults)[number]
export type CopyFault = (typeof copyFaults)[number]
export type EventName = (typeof eventNames)[number]
export type DamageName = (typeof damageNames)[number]
export type FaultName =
  | NetworkFault
  | StorageFault
  | CopyFault
  | EventName
  | DamageName
  | typeof ENTRY_UNCOPIED
  | typeof PHOTO_CUT
  | typeof PHOTO_REPLACED
  | typeof SENT_AGAIN
  | typeof FULL_AT_SIGN_OUT
  | typeof SENDING_AT_SIGN_OUT
  | typeof PHONE_LENT
  | typeof DEALS_IMPORTED
  | (typeof conflictAnswers)[number]
  | (typeof otherPhones)[keyof typeof otherPhones]

export const faultNames: readonly FaultName[] = [
  ...networkFaults,
  ...storageFaults,
  ...copyFaults,
  ...eventNames,
  ...damageNames,
  ENTRY_UNCOPIED,
  PHOTO_CUT,
  PHOTO_REPLACED,
  SENT_AGAIN,
  FULL_AT_SIGN_OUT,
  SENDING_AT_SIGN_OUT,
  PHONE_LENT,
  DEALS_IMPORTED,
  ...conflictAnswers,
  ...Object.values(otherPhones),
]

/** Whether it fails a call, and nothing else on the phone. */
export const isOfCallAlone = (fault: FaultName): boolean =>
  (callFaults as readonly FaultName[]).includes(fault)
