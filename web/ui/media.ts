import { useMediaQuery } from '@mantine/hooks'

/** Widths at which the layout changes; style sheets repeat them, because CSS has no constants for media queries. */
export const narrow = '(max-width: 48em)'
export const wide = '(min-width: 75em)'
/** Not wide: views and actions together exceed a row. */
export const medium = '(max-width: 75em)'
/** From here on a list of cases is a table; below, cards. */
export const tabular = '(min-width: 64em)'

/** Correct on the first render: there is no server rendering to match. */
export const useMedia = (query: string): boolean => useMediaQuery(query, undefined, { getInitialValueInEffect: false })
