import { z } from 'zod'
import { canonicalJson } from '#shared/domain/canonical-json.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { penaltyText } from '#shared/domain/penalty-wording.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { hallWords } from '#shared/domain/wording.ts'

import type { ArticleRecord, CaseRecord } from '../ingest/case-record.ts'
import { completePenalty } from '../ingest/penalty-owners.ts'

export type Change = { field: string; before: string | null; after: string | null }

type Fields = Omit<CaseRecord, 'source_key' | 'former_keys' | 'text'>
/** Fields as separate lines, so that a new event in a long list is shown alone. */
type Field = keyof Fields
type Show = { [F in Field]: (value: NonNullable<Fields[F]>) => string[] }

const asIs = (value: string | number): string[] => [String(value)]
const articleLine = ({ codex, article_number, part }: ArticleRecord): string =>
  `ст. ${article_number}${part ? ` ч. ${part}` : ''} ${codexTitle(codex)}`
const joined = (...parts: readonly (string | number | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join(' ')

const show: Show = {
  type: type => [type === 1 ? 'КоАП' : 'УК'],
  stage: stage => [stage === 1 ? 'первая инстанция' : 'вторая инстанция'],
  court: ({ title, region, city, vnkod }) => [
    joined(title, `(${[regionTitle(region), city, vnkod].filter(Boolean).join(', ')})`),
  ],
  judge: asIs,
  case_number: asIs,
  other_numbers: numbers => [...numbers],
  case_uid: asIs,
  protocol_number: asIs,
  entry_date: asIs,
  result_date: asIs,
  result_published_date: asIs,
  result_valid_date: asIs,
  appeal_date: asIs,
  appeal_result: asIs,
  result_ground: asIs,
  result: asIs,
  articles: articles => articles.map(articleLine),
  defendants: defendants =>
    defendants.map(({ name, articles, role, result, result_date }) =>
      joined(
        name,
        articles.length > 0 ? `(${articles.map(articleLine).join('; ')})` : '',
        role === 'unknown' ? '— роль не сообщена' : '',
        result && `— ${joined(result, result_date)}`,
      ),
    ),
  related: related => related.map(({ case_number, court }) => joined(case_number, court && `(${court})`)),
  participants: participants => participants.map(({ role, name }) => `${role}: ${name}`),
  events: events =>
    events.map(({ type, date, time, result, hall, note }) =>
      joined(
        `${joined(date, time)} ${type}`,
        result && `— ${result}`,
        hall && `— ${hallWords(hall)}`,
        note && `— ${note}`,
      ),
    ),
  penalties: penalties =>
    penalties.map(penalty =>
      joined(
        penalty.person && `${penalty.person}:`,
        penaltyText(completePenalty(penalty)),
        penalty.additional ? '(дополнительное)' : '',
        penalty.text && `— ${penalty.text}`,
      ),
    ),
  defence_params: params => params.map(({ key, value }) => `${key}: ${value}`),
  text_url: asIs,
  url: asIs,
}

const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const left = [...others]
  return lines.filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
const text = (lines: readonly string[]): string | null => (lines.length === 0 ? null : lines.join('\n'))

/** A record as stored or as read. */
export type Told = Readonly<Record<string, unknown>>
export function changesBetween(before: Told, after: Told): Change[] {
  return Object.keys(show).flatMap(key => {
    const field = key as Field // keys of `show` are exactly the fields
    const old = before[field]
    const now = after[field]
    if (canonicalJson(old) === canonicalJson(now) || (field === 'court' && isOneCourt(old, after.court))) return []
    const [was, is] = [lines(field, old), lines(field, now)]
    const [gone, come] = [without(was, is), without(is, was)]
    if (gone.length === 0 && come.length === 0)
      return text(was) === text(is)
        ? [{ field, before: canonicalJson(old), after: canonicalJson(now) }]
        : [{ field, before: text(was), after: text(is) }]
    return [{ field, before: text(gone), after: text(come) }]
  })
}

const codeOf = (court: unknown): unknown =>
  typeof court === 'object' && court !== null ? Reflect.get(court, 'vnkod') : undefined
const isOneCourt = (before: unknown, after: unknown): boolean =>
  codeOf(after) !== undefined && codeOf(before) === codeOf(after)

function lines<F extends Field>(field: F, value: unknown): string[] {
  if (value === undefined || value === null) return []
  try {
    return show[field](value as NonNullable<Fields[F]>)
  } catch {
    return [canonicalJson(value)]
  }
}

/** A record in words, field by field, in the order of cards. */
export const linesOf = (record: Told): { field: string; lines: string[] }[] =>
  Object.keys(show).flatMap(key => {
    const field = key as Field // keys of `show` are exactly the fields
    const said = lines(field, record[field])
    return said.length === 0 ? [] : [{ field, lines: said }]
  })

/** Changes outside the record (write-entries.ts). A failure to read something is not a change. */
export function besideInWords({ field, before, after }: { field: string; before: unknown; after: unknown }): Change[] {
  if (field === 'names_hidden')
    return [{ field: 'defendants', before: before === true ? hidden : null, after: after === true ? hidden : null }]
  if (Array.isArray(before) || Array.isArray(after))
    return changesBetween({ [field]: readOnly(before) }, { [field]: readOnly(after) })
  return [{ field, before: asText(before), after: asText(after) }]
}
const hidden = 'Имена в тексте скрыты'
export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const unread = z.object({ type: z.enum(['error', 'no_data']) })
const readOnly = (rows: unknown): unknown =>
  Array.isArray(rows) ? rows.filter(row => !unread.safeParse(row).success) : rows
