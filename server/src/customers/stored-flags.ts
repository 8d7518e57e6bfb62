/** The flags that are stored with a deal or an order, as the command line lists them. */

/** After a newer release was taken back (decision 53), its flags stay. One of them must not hide all deals from the office. */
export const NEWER_FLAG = 'newer-flag'

interface Flag<TKind> {
  readonly kind: TKind
  readonly field: string
}

/** @param kinds those of this release */
export function listStoredFlags<TKind extends string>(
  flags: readonly Flag<TKind>[] | null,
  kinds: readonly TKind[],
): Flag<TKind | typeof NEWER_FLAG>[] {
  const stored = (flags ?? []).filter(isStoredFlag)
  return stored.map((flag) =>
    kinds.includes(flag.kind) ? flag : { kind: NEWER_FLAG, field: `${flag.kind} ${flag.field}` },
  )
}

/** Older releases stored this flag with the deal that came later; now it is found with each listing. */
const isStoredFlag = ({ kind }: Flag<string>) => kind !== 'settled-again'
