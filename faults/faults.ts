/** Everything that can go wrong at an await, by what the phone waits for there. */

const networkFaults = [
  /** No connection: the request never leaves. */
  'no network',
  /** It is swallowed, and nobody says so. */
  'request swallowed',
  /** The office has done it; the connection breaks before the answer is here. */
  'reply lost',
  /** The office has done it; the phone hears nothing at all. */
  'reply swallowed',
  /** It arrives minutes later, when the phone has long given up and asked again. */
  'request late',
  'request twice at once',
  'request twice, later',
  'status 500',
  'status 503',
  'HTML 502',
  /** The office has done it; a machine between says otherwise. */
  'HTML 502 after commit',
  'captive portal',
  'captive portal, empty',
  'broken JSON',
  'twin in progress',
  'session expired',
  'server dies before commit',
  'killed before the request',
  'killed while the request is away',
] as const

const storageFaults = [
  'slow disk',
  'killed before the commit',
  'killed after the commit',
  'disk full',
] as const

/** A disk that is full can still be read. */
const readFaults = storageFaults.filter((fault) => fault !== 'disk full')

export const happenings = [
  'second tab',
  'page killed',
  'clock forward',
  'clock back',
  'network toggled',
  'server restarted',
  'session ended',
  'network away',
] as const

export type NetworkFault = (typeof networkFaults)[number]
export type StorageFault = (typeof storageFaults)[number]
export type HappeningName = (typeof happenings)[number]
export type FaultName = NetworkFault | StorageFault | HappeningName

export const faultNames: readonly FaultName[] = [...networkFaults, ...storageFaults, ...happenings]

/** One fault of a list: after so many awaits that go well, the next one meets this one of those that fit. */
export interface PlannedFault {
  readonly spares: number
  readonly pick: number
}

export interface FaultPlan {
  readonly atNetwork: () => NetworkFault | undefined
  readonly atStorage: (isWrite: boolean) => StorageFault | undefined
  readonly happened: (fault: FaultName) => void
  /** From now on all goes well. */
  readonly end: () => void
  readonly counts: ReadonlyMap<FaultName, number>
}

/** Deals out a run's faults, await by await, and counts those that really came about. */
export function createFaultPlan(
  atNetwork: readonly PlannedFault[],
  atStorage: readonly PlannedFault[],
): FaultPlan {
  const counts = new Map<FaultName, number>()
  const network = createQueue(atNetwork)
  const storage = createQueue(atStorage)

  function happened<TFault extends FaultName | undefined>(fault: TFault): TFault {
    if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    return fault
  }

  return {
    atNetwork: () => happened(network.next(networkFaults)),
    atStorage: (isWrite) => happened(storage.next(isWrite ? storageFaults : readFaults)),
    happened,
    end() {
      network.end()
      storage.end()
    },
    counts,
  }
}

function createQueue(planned: readonly PlannedFault[]) {
  const ahead = [...planned]
  let spared = 0
  return {
    next<TFault>(fitting: readonly TFault[]): TFault | undefined {
      const [fault] = ahead
      if (!fault || spared++ < fault.spares) return undefined
      ahead.shift()
      spared = 0
      return fitting[fault.pick % fitting.length]
    },
    end: () => void ahead.splice(0),
  }
}
