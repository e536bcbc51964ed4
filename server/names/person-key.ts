/** A full name within one court identifies a person (decision 0060). Keys of one name are neighbours in the index. */
export const personKey = (full: string, courtId: number): string => `${full}|${courtId}`

export const nameOfKey = (key: string): string => key.slice(0, key.indexOf('|'))

/** Bounds of all keys of a name, compared by code point (`collate "C"`). */
export const keysOfName = (full: string): { from: string; to: string } => ({ from: `${full}|`, to: `${full}}` })

/** Former keys, by region: «59 ФАМИЛИЯ ИМЯ ОТЧЕСТВО». They begin with a digit. */
export const regionKey = (full: string, region: number): string => `${region} ${full}`
export const regionKeys = { from: '0', to: ':' } as const
