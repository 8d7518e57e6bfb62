import type { Sealing } from '../web/src/outbox/reconciliation/sent-rows-of.ts'

/**
 * Seals nothing and at once: a browser encrypts when it pleases, and two runs would differ. The tests of the browser
 * have the real one.
 */
export const sealing: Sealing = {
  findPublicKey: (owner) => Promise.resolve(`key of ${owner}`),
  createSealer: (publicKey) =>
    Promise.resolve({
      seal: (_name, bytes) => Promise.resolve({ ephemeral: publicKey, iv: '', bytes }),
    }),
  createOpener: (privateKey) =>
    Promise.resolve((_name, { ephemeral, bytes }) => {
      const publicKey = publicKeys.get(privateKey) ?? ephemeral
      publicKeys.set(privateKey, publicKey)
      return publicKey === ephemeral
        ? Promise.resolve(bytes)
        : Promise.reject(new Error('Another key'))
    }),
}

/** The key of a runner opens only what was sealed for the same one. The first row shows which that is. */
const publicKeys = new Map<string, string>()
