import { remembered } from '#shared/domain/remembered.ts'
import { isoDay } from '#shared/domain/written-day.ts'
import type { ArticleRecord, CaseRecordInput } from '../ingest/case-record.ts'
import { saidToBeAccused } from '../ingest/case-roles.ts'
import { eachOnce } from '../ingest/read-articles.ts'
import { readPersonName } from '../names/person-name.ts'
import { columnPenalties } from './card-penalties.ts'
import { roleOfRow, rowsIn } from './card-rows.ts'
import { splitNames } from './card-values.ts'
import type { Card, TakeNote } from './collector.ts'
import { fold } from './court-words.ts'
import { tidy } from './read-html.ts'

type Defendants = NonNullable<CaseRecordInput['defendants']>
type Participants = NonNullable<CaseRecordInput['participants']>
type Penalties = NonNullable<CaseRecordInput['penalties']>

const noRole = 'роль не указана'

export type People = {
  defendants: Defendants
  participants: Participants
  /** Articles of rows of several accused, of whom it is not told whose they are. */
  articles: ArticleRecord[]
  penalties: Penalties
  /** The result of each accused; `undefined` for those of whom the table says nothing. */
  results: (string | undefined)[]
  result_dates: (string | undefined)[]
  grounds: (string | undefined)[]
  is_material: boolean
}

export function readPeople(
  card: Card,
  articlesIn: (written: string, where: string) => ArticleRecord[][],
  note: TakeNote,
): People {
  const people: People = {
    defendants: [],
    participants: [],
    articles: [],
    penalties: [],
    results: [],
    result_dates: [],
    grounds: [],
    is_material: false,
  }
  let isSaid = false
  const namedIn = new Map<Defendants[number], Set<string>>()
  const lines = rowsIn(card, 'people', note)
  const namesOf = new Map(
    Array.from(
      Map.groupBy(lines, line => line.title),
      ([title, some]) => [title, some.flatMap(({ row }) => namesIn(row.name ?? ''))],
    ),
  )
  for (const line of lines) {
    const { title, row, columns } = line
    const name = tidy(row.name ?? '')
    if (row.material !== undefined) people.is_material = true
    if (name === '') {
      if (Object.keys(row).length > 0) note('missing', `${title}: name`, JSON.stringify(row))
      continue
    }
    const written = tidy(row.role ?? '')
    const role = roleOfRow(line)
    // Articles next to a person without the role of an accused: the meaning of that role is unknown.
    if (role === undefined || role === null || (role !== 'defendant' && row.articles !== undefined))
      note('unknown_role', title, [written, row.articles].filter(Boolean).join(': '))
    const names = namesIn(row.name ?? '')
    if (role !== 'defendant') {
      const told = role === undefined || role === null || role === 'other' ? written || noRole : role
      people.participants.push(...names.map(one => ({ role: told, name: one })))
      continue
    }
    if (columns.includes('role')) isSaid = true
    const day = row.person_result_date === undefined ? undefined : isoDay(row.person_result_date)
    if (row.person_result_date !== undefined && day === undefined)
      note('unreadable_date', `${title}: ${name}`, row.person_result_date)
    if (columns.includes('person_result_date')) people.result_dates.push(day)
    if (columns.includes('person_ground')) people.grounds.push(row.person_ground && tidy(row.person_ground))
    const lists = articlesOf(row.articles ?? '', names.length, said => articlesIn(said, `${title}: ${name}`))
    if (lists.length !== names.length) people.articles.push(...lists.flat())
    // Of two lines of one cell nobody knows which is whose.
    const isShared = names.length > 1 && (row.person_result ?? '').includes('\n')
    const result = isShared ? undefined : row.person_result
    if (isShared) note('unknown_result', `${title}: ${name}`, row.person_result ?? '')
    if (columns.includes('person_result')) people.results.push(result)
    const told = {
      ...(result === undefined ? {} : { result: tidy(result) }),
      ...(day === undefined ? {} : { result_date: day }),
    }
    let called = name
    for (const [at, one] of names.entries()) {
      const articles = lists.length === names.length ? eachOnce(lists[at] ?? []) : []
      // «ЛИЦА» and «СТОРОНЫ» may both name the accused; two equal names in one table are two people.
      const known = knownAs(
        one,
        people.defendants.filter(other => namedIn.get(other)?.has(title) === false),
        namesOf.get(title) ?? [],
      )
      if (known !== undefined) {
        namedIn.get(known)?.add(title)
        if (names.length === 1) called = known.name
        if (known.articles?.length === 0) known.articles = articles
        if (known.result === undefined) Object.assign(known, told)
        continue
      }
      const defendant: Defendants[number] = { name: one, articles, ...told }
      namedIn.set(defendant, new Set([title]))
      people.defendants.push(defendant)
    }
    people.penalties.push(...columnPenalties(row, called))
  }
  return isSaid ? { ...people, defendants: saidToBeAccused(people.defendants) } : people
}

const mostNames = 100
/** Several whole names in one cell are several people (domain §1); «Директор ООО «Луг», Лугов П.П.» is one. */
function namesIn(written: string): string[] {
  const names = splitNames(written.replace(/[\n;]| и (?=\p{Lu})/gu, ','))
  const isWhole = (name: string): boolean => {
    const { kind, full } = readPersonName(name)
    return kind === 'person' && (full !== undefined || /\s\p{Lu}\. ?(?:\p{Lu}\.)?$/u.test(name))
  }
  return names.length > 1 && names.length <= mostNames && names.every(isWhole) ? names : [tidy(written)]
}
/** In the order of the names, where there are as many. */
function articlesOf(written: string, names: number, read: (said: string) => ArticleRecord[][]): ArticleRecord[][] {
  if (written === '') return new Array<ArticleRecord[]>(names).fill([])
  const lines = written.split('\n')
  const lists = read(names > 1 && lines.length === names ? lines.join(', ') : written)
  return names === 1 ? [lists.flat()] : lists
}

const normalOf = remembered(name => readPersonName(name).normal)
/** Who another tab of the card has named or masked so; else the only one whom the initials fit, and this tab does not name in full. */
function knownAs(name: string, others: Defendants, beside: readonly string[]): Defendants[number] | undefined {
  const same = others.find(other => fold(other.name) === fold(name))
  if (same !== undefined) return same
  const { kind, normal, full } = readPersonName(name)
  if (kind !== 'person' || full !== undefined) return undefined
  const isSo = (one: string): boolean => normalOf(one) === normal
  const fitting = others.filter(other => isSo(other.name))
  return fitting.length === 1 && beside.filter(isSo).length === 1 ? fitting[0] : undefined
}
