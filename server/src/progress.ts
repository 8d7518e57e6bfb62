/** How often the long commands of the office report. */

/** Photos, or files of a backup. */
const FILES_PER_REPORT = 100
/** A multiple of the rows that are read at a time. */
const ROWS_PER_REPORT = 10_000

/** Whether to report before the end, after so many photos or files. */
export const isFileTurn = (done: number) => done % FILES_PER_REPORT === 0

/** Whether to report before the end, after so many rows of a table. */
export const isRowTurn = (done: number) => done % ROWS_PER_REPORT === 0
