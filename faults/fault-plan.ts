/** Which await of a run has which fault, and how many faults occurred. */
import {
  type CopyFault,
  copyFaults,
  deletionFaults,
  type FaultName,
  type NetworkFault,
  networkFaults,
  readFaults,
  type StorageFault,
  storageFaults,
} from './faults.ts'

/**
 * A fault of a list: after `skips` awaits that succeed, the next await has a fault. `pick` selects one of those that fit.
 */
export interface PlannedFault {
  readonly skips: number
  readonly pick: number
}

interface PlannedFaults {
  readonly networkFaults: readonly PlannedFault[]
  readonly storageFaults: readonly PlannedFault[]
  readonly copyFaults: readonly PlannedFault[]
}

export interface FaultPlan {
  readonly atNetwork: () => NetworkFault | undefined
  readonly atStorage: (isWrite: boolean) => StorageFault | undefined
  readonly atCopy: (needsSpace: boolean) => CopyFault | undefined
  readonly count: (fault: FaultName) => void
  /** @param isFull whether every write is refused from now on */
  readonly setFull: (isFull: boolean) => void
  readonly isOver: () => boolean
  /** From now on nothing fails. */
  readonly end: () => void
  readonly counts: ReadonlyMap<FaultName, number>
}

/** Assigns the faults of a run to its awaits, and counts those that really occurred. */
export function createFaultPlan(planned: PlannedFaults): FaultPlan {
  const counts = new Map<FaultName, number>()
  const network = createQueue(planned.networkFaults)
  const storage = createQueue(planned.storageFaults)
  const copies = createQueue(planned.copyFaults)
  let isFull = false
  let isOver = false

  function count<TFault extends FaultName | undefined>(fault: TFault): TFault {
    if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    return fault
  }

  return {
    atNetwork: () => count(network.next(networkFaults)),
    atStorage: (isWrite) =>
      count(isFull && isWrite ? 'disk full' : storage.next(isWrite ? storageFaults : readFaults)),
    atCopy: (needsSpace) => count(copies.next(needsSpace ? copyFaults : deletionFaults)),
    count,
    setFull: (value) => void (isFull = value),
    isOver: () => isOver,
    end() {
      isFull = false
      isOver = true
      for (const queue of [network, storage, copies]) queue.end()
    },
    counts,
  }
}

function createQueue(planned: readonly PlannedFault[]) {
  const ahead = [...planned]
  let skipped = 0
  return {
    next<TFault>(fitting: readonly TFault[]): TFault | undefined {
      const [fault] = ahead
      if (!fault || skipped++ < fault.skips) return undefined
      ahead.shift()
      skipped = 0
      return fitting[fault.pick % fitting.length]
    },
    end: () => void ahead.splice(0),
  }
}
