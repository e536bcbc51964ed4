import { labelMeaning, sectionLike, sectionMeaning } from './card-words.ts'
import type { Card, CardSection } from './collector.ts'

/**
 * What each tab of a card is about. Its title says so where it is known; a tab of another title is read like the tab of the case, for a
 * known label means the same wherever it stands. Only where a card has a tab of its case is a tab of complaints about those.
 */
export type About = NonNullable<ReturnType<typeof sectionMeaning>> | 'unknown'
export type Place = {
  section: CardSection
  about: About
  /** The tab of a complaint that is the case itself: «Дата рассмотрения жалобы» is the day of the case. */
  isOfComplaint: boolean
}

const core: ReadonlySet<string> = new Set(['case_uid', 'entry_date', 'judge', 'result_date', 'result'])
const hasCore = ({ fields }: CardSection): boolean =>
  fields.some(({ label, value }) => value !== '' && core.has(labelMeaning(label) ?? ''))
const entered = /^дата поступления/iu

export function placesOf({ sections }: Pick<Card, 'sections'>): Place[] {
  const told = sections.map(section => ({ section, about: aboutOf(section) }))
  const hasCase = told.some(({ section, about }) => (about === 'case' || about === 'unknown') && hasCore(section))
  const main = hasCase
    ? undefined
    : told.find(
        ({ section, about }) =>
          about === 'review' && (hasCore(section) || section.fields.some(({ label }) => entered.test(label))),
      )
  return told.map(({ section, about }) => {
    const isOfComplaint = section === main?.section
    return { section, about: isOfComplaint ? 'case' : about, isOfComplaint }
  })
}

const aboutOf = ({ title }: CardSection): About => sectionMeaning(title) ?? sectionLike(title) ?? 'unknown'
