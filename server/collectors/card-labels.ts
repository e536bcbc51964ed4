import { reviewKind } from '#shared/domain/outcome-kinds.ts'
import { isoDay } from '#shared/domain/written-day.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import { type Complaint, readComplaintMovement } from './card-complaints.ts'
import { isOthersRole, isRoleName } from './card-roles.ts'
import { plainUid, tellsNothing } from './card-values.ts'
import { columnMeaning, labelLike, labelMeaning, sectionLike, sectionMeaning } from './card-words.ts'
import { caseNumbers } from './case-number.ts'
import type { Card, CardSection, Inferred, TakeNote } from './collector.ts'
import { knownResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'

type Meant = NonNullable<ReturnType<typeof labelMeaning>>
/** Meanings with one value per case. */
type OneOf = Exclude<Extract<Meant, keyof CaseRecordInput>, 'articles' | 'case_number' | OfComplaint>
type OfComplaint = 'appeal_date' | 'appeal_result'
type Labels = { [Name in OneOf]?: string } & {
  complaints: Complaint[]
  articles: string[]
  related: { case_number: string; court?: string }[]
  inferred: Inferred[]
}
const isDate = (name: string): boolean => name.endsWith('_date')
const ofComplaint: Readonly<Record<string, OfComplaint | 'kept'>> = {
  result_date: 'appeal_date',
  result: 'appeal_result',
  entry_date: 'kept',
  judge: 'kept',
  result_valid_date: 'kept',
  articles: 'kept',
}
const ofDecision = /^дата (?:вынесения|принятия|решения|постановления|приговора)/iu
const ofMainComplaint: Readonly<Record<string, 'result_date' | 'result'>> = {
  appeal_date: 'result_date',
  appeal_result: 'result',
}
const ofLowerCourt: Readonly<Record<string, 'kept' | 'lower_number'>> = {
  result_date: 'kept',
  result: 'kept',
  result_valid_date: 'kept',
  entry_date: 'kept',
  judge: 'kept',
  articles: 'kept',
  case_number: 'lower_number',
}
/** Certainty of a known label in an unknown tab, and of a label known only by its prefix. */
const certainty = { elsewhere: 0.95, begun: 0.9 }
const isOfPeople = (meaning: string): boolean => /^(?:role|name|material|person_.*|penalty.*)$/.test(meaning)
const names: ReadonlySet<string> = new Set(['role', 'name'])
/** «Привлекаемое лицо: Ёлкин П.И.» */
export const isRole = (label: string): boolean =>
  labelMeaning(label) === undefined && columnMeaning(label) === undefined && (isRoleName(label) || isOthersRole(label))
export const isOfPerson = ({ fields }: CardSection, label: string, isPeople: boolean): boolean => {
  const meant = columnMeaning(label)
  if (meant === undefined) return isPeople && isRole(label)
  const isNamed = isPeople || fields.some(one => names.has(columnMeaning(one.label) ?? ''))
  return isNamed ? labelMeaning(label) === undefined || meant === 'articles' : isOfPeople(meant)
}

/** Matched by prefix only when no table of words has the label, and never for people. */
const begunAs = (label: string): Meant | undefined =>
  columnMeaning(label) === undefined ? labelLike(label) : undefined

const noNumber = /^(?:[0\-–—]+|б\/?н|б\.\s?н\.?|нет|не указан)$/iu

type Related = { numbers?: string[]; court?: string }
/** The current number first, then former ones: a case may be stored under any. */
const numbersOf = (value: string): string[] => {
  const { number, others } = caseNumbers(value)
  return [number, ...others.filter(other => /^\d{1,2}\p{L}?-\d+\/\d/u.test(other))]
}
type Gap<Name = OneOf> = { name: Name; value: string; label: string; from: string; certainty: number }

/** A known label in the tab of the case has priority; other tabs fill the gaps and count as inferred. */
export function readLabels(card: Card, note: TakeNote): Labels {
  const labels: Labels = { complaints: [], articles: [], related: [], inferred: [] }
  const gaps: Gap[] = []
  for (const { section, about, isOfComplaint } of sectionsByMeaning(card)) {
    if (about === 'kept') continue
    const lower: Related = {}
    let higher: Related = {}
    const others = [lower, higher]
    let complaint: Complaint = { inferred: [] }
    const complaints = [complaint]
    const labelled = new Set<string>()
    let last = ''
    for (const { label, value } of section.fields) {
      // «ЖАЛОБА № 2» has the labels of «ЖАЛОБА № 1». Two applicants, one after the other, have one complaint.
      if (labelled.has(label) && (label !== last || (complaint.result ?? complaint.day) !== undefined)) {
        complaint = { inferred: [] }
        complaints.push(complaint)
        higher = {}
        others.push(higher)
        labelled.clear()
      }
      labelled.add(label)
      last = label
      if (tellsNothing(value) || isOfPerson(section, label, about === 'people') || (about === 'case' && isRole(label)))
        continue
      const exact = labelMeaning(label)
      const plain = exact ?? begunAs(label)
      const isOfChallenged: boolean = exact === undefined && about === 'review' && ofDecision.test(label)
      const meant =
        plain === undefined || isOfChallenged ? undefined : meaningIn({ about, isOfComplaint }, plain, label)
      const from = `${section.title}: ${label}`
      if (meant === undefined) note('unknown_label', from, value)
      else if (meant === 'lower_number') lower.numbers = numbersOf(value)
      else if (meant === 'lower_court') lower.court = tidy(value)
      else if (meant === 'higher_number') higher.numbers = numbersOf(value)
      else if (meant === 'higher_court') higher.court = tidy(value)
      else if (meant === 'articles') labels.articles.push(value)
      else if (meant === 'kept' || meant === 'previous_number' || meant === 'case_number') continue
      else if (meant === 'protocol_number' && noNumber.test(tidy(value))) continue
      else {
        const isSure = exact !== undefined && about !== 'unknown' && about !== 'lower'
        const sure = exact === undefined ? certainty.begun : certainty.elsewhere
        if (meant === 'appeal_date' || meant === 'appeal_result')
          setOfComplaint(complaint, { name: meant, value, label, from, certainty: isSure ? 1 : sure }, note)
        else if (isSure) {
          const before: string | undefined = labels[meant]
          setOne(labels, meant, value, label, note)
          if (before !== undefined && before !== labels[meant]) note('unknown_label', from, before)
        } else gaps.push({ name: meant, value, label, from, certainty: sure })
      }
    }
    for (const { numbers = [], court } of others)
      for (const case_number of numbers)
        if (case_number !== '' && !noNumber.test(case_number))
          labels.related.push({ case_number, ...(court === undefined ? {} : { court }) })
    if (about === 'review') readComplaintMovement(section, complaints, note)
    labels.complaints.push(...complaints.filter(({ result, day }) => (result ?? day) !== undefined))
  }
  for (const { name, value, label, from, certainty: sure } of gaps.sort((one, two) => two.certainty - one.certainty)) {
    if (labels[name] !== undefined) continue
    setOne(labels, name, value, label, note)
    if (labels[name] !== undefined) labels.inferred.push({ field: name, from, certainty: sure })
  }
  return labels
}

function meaningIn(
  { about, isOfComplaint }: { about: string; isOfComplaint: boolean },
  plain: Meant,
  label: string,
): Meant {
  if (isOfComplaint)
    return plain === 'kept' && /^дата поступления/iu.test(label) ? 'entry_date' : (ofMainComplaint[plain] ?? plain)
  if (about === 'review') return ofComplaint[plain] ?? plain
  return about === 'lower' ? (ofLowerCourt[plain] ?? plain) : plain
}

/** «59 АА 000017 от 03.11.2026»: the date is not part of the number. */
const itsDay = /,? от \d{2}\.\d{2}\.\d{2}(?:\d{2})?(?: ?г(?:\.|ода)?)?$/iu

function setOne(labels: Labels, name: OneOf, value: string, label: string, note: TakeNote): void {
  if (isDate(name)) {
    const day = isoDay(value)
    if (day === undefined) note('unreadable_date', label, value)
    else labels[name] = day
  } else if (name === 'case_uid') labels.case_uid = plainUid(value)
  else if (name === 'protocol_number') labels.protocol_number = tidy(value).replace(itsDay, '')
  else labels[name] = name === 'result' ? value : tidy(value)
}

/** Of two labels the surer one tells. */
function setOfComplaint(
  complaint: Complaint,
  { name, value, label, from, certainty: sure }: Gap<OfComplaint>,
  note: TakeNote,
): void {
  const field = name === 'appeal_date' ? 'day' : 'result'
  if (complaint[field] !== undefined && sure < 1) return
  const known = field === 'day' ? isoDay(value) : knownResult(words.appeal_result(), value)
  if (known === undefined && field === 'day') {
    note('unreadable_date', label, value)
    return
  }
  // A wording whose kind is known is understood, listed or not: «ОТМЕНЕН с направлением на новое рассмотрение».
  if (known === undefined && reviewKind(value) === 'other') note('unknown_result', label, value)
  complaint[field] = known ?? tidy(value)
  complaint.inferred = complaint.inferred.filter(one => one.field !== name)
  if (sure < 1) complaint.inferred.push({ field: name, from, certainty: sure })
}

/**
 * A tab of unknown title is read as the tab of the case; without a tab of the case, that of a complaint takes its role.
 */
export type SectionTopic = NonNullable<ReturnType<typeof sectionMeaning>> | 'unknown'
type MeantSection = {
  section: CardSection
  about: SectionTopic
  /** The complaint is the case itself: «Дата рассмотрения жалобы» is then the day of the case. */
  isOfComplaint: boolean
}

const core: ReadonlySet<string> = new Set(['case_uid', 'entry_date', 'judge', 'result_date', 'result'])
const hasCore = ({ fields }: CardSection): boolean =>
  fields.some(({ label, value }) => value !== '' && core.has(labelMeaning(label) ?? ''))
const entered = /^дата поступления/iu

export function sectionsByMeaning({ sections }: Pick<Card, 'sections'>): MeantSection[] {
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

const aboutOf = ({ title }: CardSection): SectionTopic => sectionMeaning(title) ?? sectionLike(title) ?? 'unknown'
