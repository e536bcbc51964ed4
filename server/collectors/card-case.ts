import { type ArticleRecord, type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { readArticles } from '../ingest/read-articles.ts'
import { decisiveAct } from './card-acts.ts'
import { readLabels } from './card-labels.ts'
import { readEvents, readPeople } from './card-tables.ts'
import { type Proceedings, proceedingsOf, proceedingsOfUrl } from './catalogues.ts'
import type { Card, Court, LayoutName, Note } from './collector.ts'
import { readResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'

/**
 * A card as the product's case. Everything is read by the tables of card-words.ts; what they do not know becomes a note. No
 * case comes of a card of other proceedings, or of one that lacks what a case cannot be without.
 */
export type CardSource = {
  layout: LayoutName
  url: URL | undefined
  source_key: string
  court: Court | undefined
  /** Known otherwise: where the page itself does not name its catalogue. */
  proceedings?: Proceedings
}

export function caseOfCard(card: Card, source: CardSource): { case: CaseRecordInput | null; notes: Note[] } {
  const notes: Note[] = []
  const note = (code: Note['code'], where: string, value: string): void => {
    notes.push({ code, where, value: value.slice(0, 500) })
  }
  const labels = readLabels(card, note)
  const proceedings = source.proceedings ?? proceedingsOfCard(card, source.url, note)
  // Its words are those of another field: notes on each would say nothing.
  if (proceedings === 'other') {
    const named = card.catalogue ?? ''
    return { case: null, notes: [{ code: 'other_proceedings', where: 'catalogue', value: named }] }
  }
  const codex = proceedings?.type === 2 ? 'uk' : 'koap'
  const articlesIn = (written: string, where: string): ArticleRecord[] => {
    const read = readArticles(written, codex)
    if ('people' in read) return read.people.flat()
    note('unreadable_article', where, written)
    return []
  }
  const people = readPeople(card, articlesIn, note)
  const events = readEvents(card, note)
  if (source.court === undefined) note('unknown_court', 'url', source.url?.host ?? '')
  if (card.number === '') note('missing', 'case_number', '')
  if (proceedings === undefined || source.court === undefined || card.number === '') return { case: null, notes }

  const written = labels.result ?? onlyOne(people.results)
  const ended = written === undefined ? undefined : readResult(words.result(), written)
  if (written !== undefined && ended === undefined) note('unknown_result', 'result', written)
  const act = decisiveAct(card.acts, note)
  const record: CaseRecordInput = {
    source_key: source.source_key,
    ...proceedings,
    court: source.court,
    case_number: card.number,
    ...present({
      judge: labels.judge,
      case_uid: labels.case_uid,
      protocol_number: labels.protocol_number,
      entry_date: labels.entry_date,
      result_date: labels.result_date ?? onlyOne(people.result_dates),
      result_published_date: labels.result_published_date,
      result_valid_date: labels.result_valid_date,
      appeal_date: labels.appeal_date,
      appeal_result: labels.appeal_result,
      result: ended?.title ?? (written === undefined ? undefined : tidy(written)),
      result_ground: ended?.ground,
      text: act?.text,
      text_url: act?.url,
      url: source.url?.href,
    }),
    articles: labels.articles.flatMap(value => articlesIn(value, 'articles')),
    defendants: people.defendants,
    participants: people.participants,
    events,
    ...(labels.related.length === 0 ? {} : { related: labels.related }),
  }
  const checked = caseRecord.safeParse(record)
  if (checked.success) return { case: record, notes }
  for (const { path, message } of checked.error.issues) note('refused_by_schema', path.join('.'), message)
  return { case: null, notes }
}

function proceedingsOfCard(
  card: Card,
  url: URL | undefined,
  note: (code: Note['code'], where: string, value: string) => void,
): Proceedings | 'other' | undefined {
  const named = card.catalogue === undefined ? undefined : proceedingsOf(card.catalogue)
  if (named === undefined) note('unknown_catalogue', 'catalogue', card.catalogue ?? '')
  return named ?? proceedingsOfUrl(url)
}

/** People of one case often share what is told of each. */
const onlyOne = (values: readonly string[]): string | undefined => (new Set(values).size === 1 ? values[0] : undefined)

type Filled<Record> = { [Key in keyof Record]?: Exclude<Record[Key], undefined> }
function present<Fields extends Record<string, string | undefined>>(fields: Fields): Filled<Fields> {
  const filled: Filled<Fields> = {}
  for (const key in fields) {
    const value = fields[key]
    if (value !== undefined && value !== '') Object.assign(filled, { [key]: value })
  }
  return filled
}
