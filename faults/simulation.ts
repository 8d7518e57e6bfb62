/** What the browser's parts ask of the run that is going on. */
import type { Luck } from './luck.ts'

export interface Simulation {
  readonly luck: Luck
  readonly phoneTime: () => number
}

let current: Simulation | undefined

export function startSimulation(simulation: Simulation): void {
  current = simulation
}

export function simulation(): Simulation {
  if (!current) throw new Error('No run is going on')
  return current
}
