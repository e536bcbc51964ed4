/** What is said beside an outcome of what became of it: the same words wherever an outcome is shown. */
export const questionMark = 'под\u00a0вопросом'
const annulledMark = 'отменено'
const changedMark = 'изменено'

export type Fate = { stage: number; annulled: boolean; changed: boolean; in_question: boolean }
export const fateMark = ({ stage, annulled, changed, in_question }: Fate): string | undefined =>
  annulled ? annulledMark : in_question ? questionMark : changed && stage === 1 ? changedMark : undefined
