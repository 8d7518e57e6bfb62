/** The content security policy of our server lets a text name a script only through this policy. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string | null }): void
}

/** `null` refuses the script. */
const ownScripts = {
  createScriptURL: (url: string) =>
    new URL(url, location.href).origin === location.origin ? url : null,
}

// Browsers without trusted types take any text.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', ownScripts)
