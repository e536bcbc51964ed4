import { z } from 'zod'

/** Enough to tell a column by that is not there. */
const namedLetters = 60
/** A column of a file. What is none is named: it may be one of many. */
export const columnNamed = <C extends string>(names: readonly C[]) =>
  z.enum(names, {
    error: ({ input }) =>
      `Столбца «${String(input).slice(0, namedLetters).toWellFormed()}» нет. Столбцы: ${names.join(', ')}.`,
  })
