import { type DecisionReading, readDecision } from '../texts/read-decision.ts'
import { canonical } from './canonical-record.ts'
import type { CaseRecord } from './case-record.ts'
import { type Accused, type Participant, rolesOf } from './case-roles.ts'
import { articleKey } from './directories.ts'
import { type ReadName, readPersonName } from './person-name.ts'
import { remembering } from './remembering.ts'

/** What can be read from a record without asking the database. */
export type PreparedCase = {
  /** Place among the records of the call. */
  index: number
  record: CaseRecord
  json: string
  digest: string
  /** The accused. Read when first asked for: a case that says the same is not asked. */
  readonly people: readonly Person[]
  /** Whoever else takes part, those of unknown role among them. */
  readonly others: readonly Participant[]
  /** What its text says; absent without one. */
  readonly decision: DecisionReading | undefined
}

export const prepared = (record: CaseRecord, index: number): PreparedCase => {
  let roles: { people: Person[]; others: Participant[] } | undefined
  let decision: DecisionReading | undefined
  return {
    index,
    record,
    ...canonical(record),
    get people() {
      roles ??= readRoles(record)
      return roles.people
    },
    get others() {
      roles ??= readRoles(record)
      return roles.others
    },
    get decision() {
      const text = textOf(record)
      if (text !== undefined) decision ??= readDecision(text)
      return decision
    },
  }
}

export type Person = Pick<ReadName, 'name' | 'normal' | 'gender'> & {
  hidden: boolean
  /** Identifies the person within a court; absent where the name is not full. */
  full?: string
  /** Of the articles told of the person; empty where none are told. */
  articleKeys: string[]
  /** What the source says became of this person alone. */
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

/** Every article of the case: its own and those of its people. */
export const articleKeysOf = ({ articles, defendants }: CaseRecord): string[] => [
  ...new Set([...articles, ...defendants.flatMap(defendant => defendant.articles)].map(articleKey)),
]

/** A decision of spaces is no decision. */
export const textOf = ({ text }: CaseRecord): string | undefined => (text?.trim() ? text : undefined)

/** «Иванова  А. П.» and «ИВАНОВА А.П.» are one judge; a judge whose name is hidden is none. */
export const judgeName = remembering(20_000, (written): string | undefined => {
  const { kind, name } = readPersonName(written)
  return kind === 'hidden' ? undefined : name
})

/** Roles that filters know, by how sites write them; the rest stay as written. */
const roles: readonly (readonly [RegExp, string])[] = [
  [/^(?:защитник|адвокат)/iu, 'advocate'],
  [/прокурор|гособвинител|государственный обвинитель/iu, 'prosecutor'],
]
const roleOf = (written: string): string => roles.find(([pattern]) => pattern.test(written))?.[1] ?? written

/** By the title of an event; null: its wording is not known, so while it is ahead it is perhaps one. */
export type IsHearing = (type: string) => boolean | null

/** The first and the last scheduled hearing by the court's clock; a hearing without an hour lasts till the end of its day. */
export type Hearings = { first: string; last: string; lastTime: string | null; until: string }
export function hearingsOf({ events }: CaseRecord, isHearing: IsHearing): Hearings | undefined {
  const hearings = events.filter(({ type }) => isHearing(type) === true)
  if (hearings.length === 0) return undefined
  const days = hearings.map(({ date }) => date).sort()
  const last = days.at(-1) ?? ''
  const times = hearings.flatMap(({ date, time }) => (date === last && time ? [time] : [])).sort()
  const moments = hearings.map(({ date, time }) => `${date} ${time ?? '24:00'}`).sort()
  return { first: days[0] ?? '', last, lastTime: times.at(-1) ?? null, until: moments.at(-1) ?? '' }
}

/** When the last event begins that is perhaps a hearing, by the court's clock. */
export const possibleHearingOf = ({ events }: CaseRecord, isHearing: IsHearing): string | undefined =>
  events
    .flatMap(({ type, date, time }) => (time !== undefined && isHearing(type) === null ? [`${date} ${time}`] : []))
    .sort()
    .at(-1)
