import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { readPersonName } from '../names/person-name.ts'
import { type CaseNames, caseReferences } from './forgotten-cases.ts'
import { type NameFacts, type NameWords, nameFacts, nameWords, plainWord } from './name-words.ts'

/** Whom a decision is about: the person with merged ids, and the chosen cases. */
export type Subject = {
  /** The id under which the person is shown comes first. */
  people: readonly number[]
  cases: readonly number[]
  /** All cases of the person were chosen. */
  isWhole: boolean
  names: readonly string[]
  facts: NameFacts
  words: NameWords
  /** Stems of the surname in lower case, for prefilters. */
  stems: readonly string[]
  /** Nobody else here has the surname. */
  isOnlyBearer: boolean
}

/** All cases of the person of an id, with every spelling of the name. Undefined: there is no such person on any case. */
export async function personWith(
  db: Kysely<DB>,
  id: number,
): Promise<{ people: number[]; names: string[]; cases: number[] } | undefined> {
  const { rows } = await sql<{ people: number[]; names: string[]; cases: number[] }>`
    with root as (select coalesce(merged_into, id) as id from defendant where id = ${id}),
    own as (select defendant.* from defendant, root where defendant.id = root.id or merged_into = root.id),
    appearance as (
      select case_id, name from case_defendant
      where defendant_id in (select id from own) or own_id in (select id from own)
    )
    select (select coalesce(array_agg(own.id order by own.id <> root.id, own.id), '{}') from own, root) as people,
      array(
        select name from own union select own_name from own where own_name is not null union select name from appearance
        order by 1
      ) as names,
      array(select distinct case_id from appearance order by 1) as cases`.execute(db)
  const [found] = rows
  return found === undefined || found.cases.length === 0 ? undefined : found
}

export async function subjectOf(
  db: Kysely<DB>,
  { people, names, cases: all }: { people: readonly number[]; names: readonly string[]; cases: readonly number[] },
  cases: readonly number[],
): Promise<Subject> {
  const facts = nameFacts(names, await othersOn(db, people, cases))
  const words = nameWords(facts)
  const stems = stemsOf(facts)
  return {
    people,
    cases,
    isWhole: all.every(id => cases.includes(id)),
    names,
    facts,
    words,
    stems,
    isOnlyBearer: all.every(id => cases.includes(id)) && !(await hasNamesake(db, { people, words, stems })),
  }
}

/** Whom the court names beside the person is somebody else (decision 0024), also where initials would fit both. */
async function othersOn(db: Kysely<DB>, people: readonly number[], cases: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from case_defendant
    where case_id = any(${cases}::integer[]) and not hidden and defendant_id <> all(${people}::integer[])`.execute(db)
  return rows.map(({ name }) => name)
}

/** Common beginnings of all forms of each surname. */
function stemsOf(facts: NameFacts): string[] {
  const forms = [...facts].filter(fact => fact.startsWith('surname|')).map(fact => fact.slice('surname|'.length))
  const alike = Map.groupBy(forms, form => form.slice(0, shortestStem))
  return [...alike.values()].map(group => group.reduce(commonStart))
}
/** «Кравец», «Кравца». */
const shortestStem = 4
function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1
  return one.slice(0, length)
}

const mostNames = 5_000
async function hasNamesake(
  db: Kysely<DB>,
  { people, words, stems }: Pick<Subject, 'people' | 'words' | 'stems'>,
): Promise<boolean> {
  // Every person's name has a stem: without one nothing could be found.
  if (stems.length === 0) return false
  const { rows } = await sql<{ name: string }>`
    select distinct name from case_defendant
    where (${sql.join(stems.map(nameLike), sql` or `)}) and defendant_id is not null and not hidden
      and defendant_id <> all(${people}::integer[]) limit ${mostNames}`.execute(db)
  const isNamesake = (name: string): boolean =>
    (readPersonName(name).name.split(' ')[0] ?? '')
      .split(' ')
      .some(word => plainWord(word).some(one => words.is('surname', one)))
  return rows.length === mostNames || rows.some(({ name }) => isNamesake(name))
}
/** Uses the trigram index, in which ё is е. */
const nameLike = (stem: string) => sql`translate(name, 'Ёё', 'Ее') ilike ${`%${stem}%`}`

export async function caseNamesOf(db: Kysely<DB>, ids: readonly number[]): Promise<CaseNames[]> {
  const { rows } = await sql<{ keys: string[]; uid: string | null; region: number; numbers: string[]; urls: string[] }>`
    select array(
        select source_key from case_source where case_id = one.id
        union select unnest(array[source_key, place]) from listed_case where case_id = one.id
      ) as keys,
      case_uid as uid, region, array_remove(string_to_array(other_numbers, '; ') || case_number, '') as numbers,
      array(
        select unnest(array[one.url, result_text_url]) union
        select unnest(former_urls || array[url, coalesce(text_url, '')]) from listed_case where case_id = one.id
      ) as urls
    from court_case one where id = any(${ids}::integer[])`.execute(db)
  return rows
}
export const referencesOfCases = (cases: readonly CaseNames[]): string[] => [...new Set(cases.flatMap(caseReferences))]
