import { useMediaQuery } from '@mantine/hooks'

/** Widths at which the layout changes; style sheets repeat them, because CSS has no constants for media queries. */
export const narrow = '(max-width: 48em)'
export const wide = '(min-width: 75em)'
/** Not wide: views and acts together are more than a row. */
export const medium = '(max-width: 75em)'
/** A list of cases is a table from here on; below, cards. */
export const tabular = '(min-width: 64em)'

/** Right from the first drawing: there is no server rendering to agree with. */
export const useMedia = (query: string): boolean => useMediaQuery(query, undefined, { getInitialValueInEffect: false })
