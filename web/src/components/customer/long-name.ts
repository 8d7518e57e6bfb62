/** Whether a name has a word that does not fit into one line of a small phone at the usual size. */
export const isLongName = (name: string): boolean => /\S{18}/.test(name)
