/** Orders by the notes of a working set: its own order, status, or one of its columns (decision 0116). */
export type SetOrderColumn = 'set_position' | 'set_status' | `set_c${number}`
export type SetOrdering = SetOrderColumn | `-${SetOrderColumn}`
/** The order by a set's column with this key («c3»). */
export const setColumnOrder = (key: string): SetOrderColumn => `set_c${Number(key.slice(1))}`
export const setColumnKey = (ordering: SetOrdering): string | undefined => /^-?set_(c\d+)$/.exec(ordering)?.[1]
export const isSetOrdering = (text: string): text is SetOrdering =>
  /^-?set_(?:position|status|c[1-9]\d{0,5})$/.test(text)
