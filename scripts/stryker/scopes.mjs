/**
 * @typedef {object} Scope
 * @property {string} name
 * @property {string} project the project of vitest.config.ts whose tests must find the mutants
 * @property {string} sources the folder whose files are mutated
 * @property {string[]} copied the folders that its tests need, besides `scripts`
 */

/** @type {Scope[]} */
export const scopes = [
  { name: 'domain', project: 'domain', sources: 'domain/src', copied: ['domain', 'faults'] },
]
