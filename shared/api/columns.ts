import { z } from 'zod'

/** Enough to identify a missing column. */
const namedLetters = 60
/** A column of a file. The error names an unknown one, because the list may be long. */
export const columnNamed = <C extends string>(names: readonly C[]) =>
  z.enum(names, {
    error: ({ input }) =>
      typeof input === 'object'
        ? 'Нужны имена столбцов.'
        : `Столбца «${String(input).slice(0, namedLetters).toWellFormed()}» нет. Столбцы: ${names.join(', ')}.`,
  })
