import { type Kysely, sql } from 'kysely'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../db/schema.ts'
import type { NameWords } from './name-words.ts'
import { forgettingSecret, hashedReference, hashedWords } from './secret-words.ts'

/** Identifiers by which a source may refer to a case of a forgotten person. */
export type CaseNames = {
  keys: readonly string[]
  uid?: string | null | undefined
  region: number
  numbers: readonly string[]
  urls: readonly string[]
}

const tidy = (number: string): string => number.replace(/\s+/g, '').toUpperCase()
const numberOnPage = /\d{1,2}[А-ЯA-Z]?[-–]\d{1,7}\/(?:\d{4}|\d\d)(?!\d)/giu
export const hostOfPage = (url: string): string => URL.parse(url)?.host ?? ''
const onPage = (host: string, text: string): string[] =>
  [...new Set(text.match(numberOnPage))].map(number => `page|${host}|${tidy(number).replace('–', '-')}`)

/** A number counts only within its region and with the name. */
export const recordReferences = ({ keys, uid, region, numbers }: CaseNames): string[] => [
  ...keys.map(key => `key|${key}`),
  ...(uid ? [`uid|${uid.toUpperCase()}`] : []),
  ...numbers.map(number => `number|${region}|${tidy(number)}`),
]
/** All references by which a record, a list row or a page of the case is recognised. */
export function caseReferences(one: CaseNames): string[] {
  const hosts = new Set(one.urls.map(hostOfPage).filter(host => host !== ''))
  return [
    ...recordReferences(one),
    ...one.urls.filter(url => url !== '').map(url => `url|${url}`),
    ...[...hosts].flatMap(host => [`host|${host}`, ...onPage(host, one.numbers.join(' '))]),
  ]
}
export const pageReferences = (url: string, text: string): string[] => [`url|${url}`, ...onPage(hostOfPage(url), text)]

export type Forgotten = { id: number; words: NameWords }
/** Decisions in force about somebody on the referred case. Undefined: this installation has none. */
type ForgottenBy = (references: readonly string[]) => readonly Forgotten[]

export async function forgottenAmong(db: Kysely<DB>, references: readonly string[]): Promise<ForgottenBy | undefined> {
  const secret = references.length === 0 ? undefined : await forgettingSecret(db)
  if (secret === undefined) return undefined
  const hashes = new Map(references.map(one => [one, hashedReference(secret, one)]))
  const { rows } = await sql<{ id: number; hash: string; words: Buffer[] }>`
    select forgetting.id, encode(hash, 'hex') as hash, words
    from forgotten_case join forgetting on forgetting.id = forgetting_id
    where hash = any(${[...hashes.values()]}::bytea[]) and undone_at is null and (until is null or until >= ${today()}::date)
    order by forgetting.id`.execute(db)
  if (rows.length === 0) return undefined
  const decisions = new Map(rows.map(({ id, words }) => [id, { id, words: hashedWords(secret, id, words) }]))
  const byHash = Map.groupBy(rows, ({ hash }) => hash)
  return asked => {
    const ids = asked.flatMap(one => byHash.get(hashes.get(one)?.toString('hex') ?? '')?.map(({ id }) => id) ?? [])
    return [...new Set(ids)].flatMap(id => decisions.get(id) ?? [])
  }
}
