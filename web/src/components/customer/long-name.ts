/** Whether a word of a name is so long that in the usual letters it would break at the edge of a small phone. */
export const isLongName = (name: string): boolean => /\S{18}/.test(name)
