/** What verification says, in Russian. `ok` null: neither good nor bad, but to be known. */
export type PackageFinding = { ok: boolean | null; text: string }
export type Say = (ok: boolean | null, sentence: string) => void

/** «2026-11-24 14:19:17 UTC» */
export const inUtc = (moment: string): string => `${moment.slice(0, 19).replace('T', '\u00a0')}\u00a0UTC`
