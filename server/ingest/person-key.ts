/**
 * What identifies a person by the name alone: the full name within one court (decision 0060). Keys of one name lie side by side in
 * the index, whatever the court.
 */
export const personKey = (full: string, courtId: number): string => `${full}|${courtId}`

export const nameOfKey = (key: string): string => key.slice(0, key.indexOf('|'))

/** Keys of a name are these and whatever lies between them, letters compared by their codes (`collate "C"`). */
export const keysOfName = (full: string): { from: string; to: string } => ({ from: `${full}|`, to: `${full}}` })

/** Keys of before were «59 ФАМИЛИЯ ИМЯ ОТЧЕСТВО», by region: whatever begins with a digit. */
export const regionKey = (full: string, region: number): string => `${region} ${full}`
export const regionKeys = { from: '0', to: ':' } as const
