import { maxTagRows } from '#shared/domain/limits.ts'

/** Its message is a sentence for whoever gave the table. */
export class UnreadableTable extends Error {}

/** Blank lines are no rows of the table, hence twice as many in a workbook. */
export const mostSheetRows = 2 * maxTagRows
export const mostColumns = 500
/** Of a cell, characters. */
export const longestCell = 2_000
