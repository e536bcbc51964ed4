import type { CaseRow } from '#shared/api/cases.ts'
import { type Decision, decision } from '#shared/api/decisions.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { articleName, byArticleNumber } from '#shared/domain/codex.ts'
import { withIsoDates } from '../http/answers.ts'
import type { CaseRecordRow } from './case-rows.ts'
import type { CaseDetails } from './one-case.ts'
import { clock, oneOrTwo, presentShown } from './shown-case.ts'

/**
 * The only place that turns a row of the database into JSON. `origin`: the public address of the product, for links.
 */
export const presentRow = (row: CaseRecordRow, origin: string, snippet?: CaseRow['snippet']): CaseRow => ({
  ...presentShown(row),
  protocol_number: row.protocol_number,
  codex_articles: row.articles
    .toSorted(byArticleNumber)
    .map(article => ({ id: article.id, name: articleName(article) })),
  defendants: row.defendants,
  defendants_hidden: row.defendants_hidden,
  roles_unknown: Number(row.roles_unknown ?? 0),
  penalties: row.penalties,
  result_text_url: textAddress(row, origin),
  in_favorites: Boolean(row.in_favorites),
  sets: row.sets,
  note: row.note && { ...row.note, changed_at: instant(row.note.changed_at) },
  changed_since: row.changed_since && instant(row.changed_since),
  url: filled(row.url),
  sm_url: `${origin}/cases/${row.id}`,
  ...(row.tags && { tags: row.tags }),
  ...(snippet && { snippet }),
})

export const presentFull = (row: CaseRecordRow, details: CaseDetails, origin: string): FullCase => {
  const { court, linked_cases, revisions, ...rest } = details
  const shown = presentRow(row, origin)
  return {
    ...shown,
    ...withIsoDates(rest),
    court: { ...shown.court, ...court },
    codex_articles: row.articles.toSorted(byArticleNumber).map(article => ({ ...article, name: articleName(article) })),
    other_numbers: rest.other_numbers === '' ? [] : rest.other_numbers.split('; '),
    events: rest.events.map(event => ({
      ...event,
      is_hearing: event.is_hearing === true,
      is_possible_hearing: Boolean(event.is_possible_hearing),
      time: clock(event.time),
      happens_at: event.happens_at && instant(event.happens_at),
    })),
    decision: presentDecision(rest.decision),
    linked_cases: linked_cases.map(linked => ({ ...linked, stage: oneOrTwo(linked.stage) })),
    revisions: revisions
      .filter(({ changes }) => changes.length > 0)
      .map(({ entry: { number, seen_at, page_hash }, is_whole, changes }) => ({
        number,
        is_whole,
        seen_at: instant(seen_at),
        changes: [...changes],
        page_hash,
      }))
      .reverse(),
    sources: rest.sources.map(source => ({
      ...source,
      first_seen_at: instant(source.first_seen_at),
      last_seen_at: instant(source.last_seen_at),
    })),
  }
}

/** The address of the decision: our copy if we have it, else the court's. */
const textAddress = (
  { id, has_text, result_text_url }: { id: number; has_text: boolean; result_text_url: string },
  origin: string,
): string | null => (has_text ? `${origin}/cases/text/${id}` : filled(result_text_url))

const filled = (text: string): string | null => (text === '' ? null : text)
/** Timestamps inside JSON columns arrive in PostgreSQL's format. */
const instant = (at: Date | string): string => new Date(at).toISOString()

/**
 * What was extracted from a text, as the API shows it. A row in the format of another reader version is hidden until
 * the text is read again.
 */
function presentDecision(row: unknown): Decision | null {
  const read = decision.safeParse(row)
  return read.success ? { ...read.data, read_at: new Date(read.data.read_at).toISOString() } : null
}
