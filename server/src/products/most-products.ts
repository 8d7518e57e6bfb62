/** The app lists this many products; an import of more is refused. */
export const MOST_PRODUCTS = 1_000
