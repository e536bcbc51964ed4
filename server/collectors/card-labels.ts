import { labelMeaning, sectionMeaning } from './card-words.ts'
import type { Card, CardSection, Note } from './collector.ts'
import { knownResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'
import { isoDay } from './site-dates.ts'

/** Labelled values of a card, by what they mean. Dates are read; a date that cannot be read is a note. */
export type TakeNote = (code: Note['code'], where: string, value: string) => void

type OneOf =
  | 'judge'
  | 'case_uid'
  | 'protocol_number'
  | 'entry_date'
  | 'result_date'
  | 'result_published_date'
  | 'result_valid_date'
  | 'appeal_date'
  | 'appeal_result'
  | 'result'
export type Labels = { [Name in OneOf]?: string } & {
  articles: string[]
  related: { case_number: string; court?: string }[]
}

const dates: ReadonlySet<string> = new Set<OneOf>([
  'entry_date',
  'result_date',
  'result_published_date',
  'result_valid_date',
  'appeal_date',
])
/** In the tab of a complaint these words are about the complaint. */
const ofComplaint: Readonly<Record<string, 'appeal_date' | 'appeal_result' | 'kept'>> = {
  result_date: 'appeal_date',
  result: 'appeal_result',
  entry_date: 'kept',
  judge: 'kept',
}
/** In the tab of the lower court they are about its case. */
const ofLowerCourt: Readonly<Record<string, 'kept' | 'lower_number'>> = {
  result_date: 'kept',
  result: 'kept',
  entry_date: 'kept',
  judge: 'kept',
  case_number: 'lower_number',
}

export function readLabels(card: Card, note: TakeNote): Labels {
  const labels: Labels = { articles: [], related: [] }
  for (const section of card.sections) {
    const about = sectionMeaning(section.title)
    if (about === undefined) note('unknown_section', section.title, wordsIn(section))
    if (about === 'kept' || about === undefined) continue
    const other: { lower: { case_number?: string; court?: string }; higher: { case_number?: string; court?: string } } =
      { lower: {}, higher: {} }
    for (const { label, value } of section.fields) {
      if (value === '') continue
      const plain = labelMeaning(label)
      const meant = plain === undefined ? undefined : meaningIn(about, plain)
      if (meant === undefined) note('unknown_label', `${section.title}: ${label}`, value)
      else if (meant === 'lower_number') other.lower.case_number = tidy(value)
      else if (meant === 'lower_court') other.lower.court = tidy(value)
      else if (meant === 'higher_number') other.higher.case_number = tidy(value)
      else if (meant === 'higher_court') other.higher.court = tidy(value)
      else if (meant === 'articles') labels.articles.push(value)
      else if (meant !== 'kept' && meant !== 'previous_number' && meant !== 'case_number')
        setOne(labels, meant, value, label, note)
    }
    for (const { case_number, court } of [other.lower, other.higher])
      if (case_number !== undefined) labels.related.push({ case_number, ...(court === undefined ? {} : { court }) })
    if (about === 'review') readComplaintMovement(section, labels, note)
  }
  return labels
}

const meaningIn = (about: string, plain: NonNullable<ReturnType<typeof labelMeaning>>) =>
  about === 'review' ? (ofComplaint[plain] ?? plain) : about === 'lower' ? (ofLowerCourt[plain] ?? plain) : plain

function setOne(labels: Labels, name: OneOf, value: string, label: string, note: TakeNote): void {
  if (dates.has(name)) {
    const day = isoDay(value)
    if (day === undefined) note('unreadable_date', label, value)
    else labels[name] = day
  } else if (name === 'appeal_result') {
    const known = knownResult(words.appeal_result(), value)
    if (known === undefined) note('unknown_result', label, value)
    // Several complaints: the last one that has ended is what became of the case.
    labels.appeal_result = known ?? tidy(value)
  } else labels[name] = name === 'result' ? value : tidy(value)
}

/** «ДВИЖЕНИЕ ЖАЛОБЫ» has a row for the day on which the higher court heard it. */
const heard = /^(?:рассмотрен|жалоба рассмотрена|судебное заседание|вынесено)/iu
function readComplaintMovement(section: CardSection, labels: Labels, note: TakeNote): void {
  for (const { columns, rows } of section.tables) {
    const name = columns.findIndex(column => /^событие|^наименование события/iu.test(column))
    const date = columns.findIndex(column => /^дата(?! размещения)/iu.test(column))
    if (name < 0 || date < 0) continue
    for (const row of rows) {
      const written = row[date] ?? ''
      if (written === '' || !heard.test(row[name] ?? '')) continue
      const day = isoDay(written)
      if (day === undefined) note('unreadable_date', `${section.title}: ${columns[date]}`, written)
      else labels.appeal_date = day
    }
  }
}

const wordsIn = ({ fields, tables }: CardSection): string =>
  [...fields.map(({ label, value }) => `${label}: ${value}`), ...tables.flatMap(({ rows }) => rows.flat())].join('; ')
