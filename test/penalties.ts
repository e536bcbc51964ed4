import type { CaseRow } from '#shared/api/cases.ts'
import { barePenalty } from '#shared/domain/penalty-wording.ts'

/** Penalties of one accused, in the form of the API. */
export type ListedPenalty = CaseRow['penalties'][number]
export const listedPenalty = (
  type: string,
  value: number | null = null,
  part: Partial<ListedPenalty> = {},
): ListedPenalty => ({
  type,
  value,
  hidden: false,
  text: '',
  by_text: false,
  person: 'Орлова М.С.',
  ...barePenalty,
  ...part,
})
export const accused = (count: number): CaseRow['defendants'] =>
  Array.from({ length: count }, () => ({ id: null, name: 'Орлова М.С.', gender: 'f', hidden: false }))
export const withPlainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ')
