import { hash } from 'node:crypto'
import { farthestHearing } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { ReadFrom } from '../journal/write-entries.ts'
import { type ReadName, readPersonName } from '../names/person-name.ts'
import { type DecisionReading, readDecisionText } from '../texts/read-decision.ts'
import { canonical } from './canonical-record.ts'
import type { CaseRecord } from './case-record.ts'
import { type Accused, type Participant, rolesOf } from './case-roles.ts'
import { articleKey } from './directories.ts'
import { memoized } from './memoize.ts'

/** What can be derived from a record without the database. People and decision are parsed lazily: an unchanged case needs neither. */
export type PreparedCase = {
  index: number
  record: CaseRecord
  json: string
  digest: string
  /** SHA-256 of the text. */
  textHash: string | undefined
  from: ReadFrom | undefined
  readonly people: readonly Person[]
  readonly others: readonly Participant[]
  readonly decision: DecisionReading | undefined
}

export const prepareCase = (record: CaseRecord, index: number, from?: ReadFrom): PreparedCase => {
  let roles: { people: Person[]; others: Participant[] } | undefined
  let decision: DecisionReading | undefined
  return {
    index,
    record,
    ...canonical(record),
    textHash: textHashOf(record),
    from,
    get people() {
      roles ??= readRoles(record)
      return roles.people
    },
    get others() {
      roles ??= readRoles(record)
      return roles.others
    },
    get decision() {
      const text = decisionTextOf(record)
      if (text !== undefined) decision ??= readDecisionText(text)
      return decision
    },
  }
}

export type Person = Pick<ReadName, 'name' | 'normal' | 'gender'> & {
  hidden: boolean
  full?: string
  articleKeys: string[]
  result?: string | undefined
  result_date?: string | undefined
}

const readRoles = (record: CaseRecord): { people: Person[]; others: Participant[] } => {
  const { accused, others } = rolesOf(record)
  const named = record.participants.map(({ role, name }) => ({
    role: roleOf(role),
    name,
    articles: null,
    hidden: false,
  }))
  return { people: accused.map(personOf), others: [...others, ...named] }
}

const personOf = ({ name: written, gender, hidden, articles, result, result_date }: Accused): Person => {
  const read = readPersonName(written)
  const isHidden = hidden ?? read.kind === 'hidden'
  return {
    name: read.name,
    normal: read.normal,
    gender: gender ?? read.gender,
    hidden: isHidden,
    ...(read.full === undefined || isHidden ? {} : { full: read.full }),
    articleKeys: [...new Set(articles.map(articleKey))],
    result,
    result_date,
  }
}

export const articleKeysOf = ({ articles, defendants }: CaseRecord): string[] => [
  ...new Set([...articles, ...defendants.flatMap(defendant => defendant.articles)].map(articleKey)),
]

const textHashOf = (record: CaseRecord): string | undefined => {
  const text = decisionTextOf(record)
  return text === undefined ? undefined : hash('sha256', text, 'hex')
}

export const decisionTextOf = ({ text }: CaseRecord): string | undefined => (text?.trim() ? text : undefined)

/** «Иванова  А. П.» and «ИВАНОВА А.П.» are one judge; a hidden name is no judge. */
export const judgeName = memoized(20_000, (written): string | undefined => {
  const { kind, name } = readPersonName(written)
  return kind === 'hidden' ? undefined : name
})

const roles: readonly (readonly [RegExp, string])[] = [
  [/^(?:защитник|адвокат)/iu, 'advocate'],
  [/прокурор|гособвинител|государственный обвинитель/iu, 'prosecutor'],
]
const roleOf = (written: string): string => roles.find(([pattern]) => pattern.test(written))?.[1] ?? written

/** Null: unknown wording, possibly a hearing. */
export type IsHearing = (type: string) => boolean | null

/** Events that may be hearings: not those of a mistyped year. */
const plausible = ({ events }: CaseRecord): CaseRecord['events'] => {
  const last = farthestHearing(today())
  return events.filter(({ date }) => date <= last)
}

/** By the court's clock; a hearing without a time lasts until the end of its day. */
type Hearings = { first: string; last: string; lastTime: string | null; until: string }
export function hearingsOf(record: CaseRecord, isHearing: IsHearing): Hearings | undefined {
  const hearings = plausible(record).filter(({ type }) => isHearing(type) === true)
  if (hearings.length === 0) return undefined
  const days = hearings.map(({ date }) => date).sort()
  const last = days.at(-1) ?? ''
  const times = hearings.flatMap(({ date, time }) => (date === last && time ? [time] : [])).sort()
  const moments = hearings.map(({ date, time }) => `${date} ${time ?? '24:00'}`).sort()
  return { first: days[0] ?? '', last, lastTime: times.at(-1) ?? null, until: moments.at(-1) ?? '' }
}

export const possibleHearingOf = (record: CaseRecord, isHearing: IsHearing): string | undefined =>
  plausible(record)
    .flatMap(({ type, date, time }) => (time !== undefined && isHearing(type) === null ? [`${date} ${time}`] : []))
    .sort()
    .at(-1)
