import { type ArticleRecord, type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { readArticles } from '../ingest/read-articles.ts'
import { appealOf } from './card-complaints.ts'
import { readLabels } from './card-labels.ts'
import { readPeople } from './card-people.ts'
import { hearingsTold, readEvents } from './card-tables.ts'
import { caseNumbers } from './case-number.ts'
import { type Proceedings, proceedingsOfNumber, proceedingsSaid } from './catalogues.ts'
import type { Card, CardAct, Inferred, Note, PageReading, SiteCourt, TakeNote } from './collector.ts'
import { readResult, words } from './court-words.ts'
import { filled, tidy } from './read-html.ts'

/** Turns a card into a case; undefined for a card of other proceedings, or without a required field. */
type CardSource = {
  url: URL | undefined
  /** Keys from the content of the page, when the address names no card. */
  keys: (told: CardFacts) => CaseKeys
  court: SiteCourt | undefined
  /** From the context, when the page does not name its catalogue. */
  proceedings?: Proceedings
  inferred?: Inferred[]
}
export type CardFacts = Pick<CaseRecordInput, 'case_uid' | 'entry_date'> & { written: string; proceedings: Proceedings }
export type CaseKeys = { source_key: string; former_keys?: string[] }
type ReadCard = Pick<Extract<PageReading, { kind: 'card' }>, 'case' | 'notes' | 'inferred' | 'hearings' | 'is_material'>

export function caseOfCard(card: Card, source: CardSource): ReadCard {
  const notes: Note[] = []
  const note: TakeNote = (code, where, value) => void notes.push({ code, where, value: value.slice(0, 500) })
  const labels = readLabels(card, note)
  const { number, others } = caseNumbers(card.number)
  const told = source.proceedings ?? proceedingsOfCard(card, source.url, note)
  const proceedings = told ?? proceedingsOfNumber(number)
  // Civil wording would add a note for every label.
  if (proceedings === 'other') {
    const named = card.catalogue ?? ''
    return { case: null, notes: [{ code: 'other_proceedings', where: 'catalogue', value: named }] }
  }
  const codex = proceedings?.type === 2 ? 'uk' : 'koap'
  const articlesIn = (written: string, where: string): ArticleRecord[][] => {
    const read = readArticles(withWord(written), codex)
    if ('people' in read) return read.people
    note('unreadable_article', where, written)
    return []
  }
  const people = readPeople(card, articlesIn, note)
  const result_date = labels.result_date ?? sharedValue(people.result_dates)
  const events = readEvents(
    card,
    note,
    (labels.result ?? sharedValue(people.results)) === undefined ? undefined : { on: result_date },
  )
  if (source.court === undefined) note('unknown_court', 'url', source.url?.host ?? '')
  if (number === '') note('missing', 'case_number', '')
  if (proceedings === undefined || source.court === undefined || number === '') return { case: null, notes }

  const appeal = appealOf(labels.complaints, people.defendants.length, note)
  const inferred = [...(source.inferred ?? []), ...labels.inferred, ...appeal.inferred]
  if (told === undefined) inferred.push({ field: 'type, stage', from: `номер ${number}`, certainty: 0.9 })
  const result = resultOf(labels.result, people, proceedings)
  if (result.inferred) inferred.push(result.inferred)
  const ended = result.written === undefined ? undefined : readResult(words.result(), result.written)
  if (result.written !== undefined && ended === undefined) note('unknown_result', 'result', result.written)
  if (labels.result_date === undefined && result_date !== undefined)
    inferred.push({ field: 'result_date', from: ofPeople, certainty: 1 })
  const act = decisiveAct(card.acts, proceedings, note)
  const record: CaseRecordInput = {
    ...source.keys({
      written: card.number,
      proceedings,
      ...filled({ case_uid: labels.case_uid, entry_date: labels.entry_date }),
    }),
    ...proceedings,
    court: source.court,
    case_number: number,
    ...(others.length === 0 ? {} : { other_numbers: others }),
    ...filled({
      judge: labels.judge,
      case_uid: labels.case_uid,
      protocol_number: labels.protocol_number,
      entry_date: labels.entry_date,
      result_date,
      result_published_date: labels.result_published_date,
      result_valid_date: labels.result_valid_date,
      appeal_date: appeal.appeal_date,
      appeal_result: appeal.appeal_result,
      result: ended?.title ?? (result.written === undefined ? undefined : tidy(result.written)),
      result_ground: ended?.ground ?? result.ground ?? sharedValue(people.grounds),
      text: act?.text,
      text_url: act?.url,
      url: source.url?.href,
    }),
    articles: [...labels.articles.flatMap(value => articlesIn(value, 'articles').flat()), ...people.articles],
    defendants: people.defendants,
    participants: people.participants,
    events,
    ...(people.penalties.length === 0 ? {} : { penalties: people.penalties }),
    ...(labels.related.length === 0 ? {} : { related: labels.related }),
  }
  const checked = caseRecord.safeParse(record)
  const about = {
    ...(inferred.length === 0 ? {} : { inferred }),
    hearings: hearingsTold(events),
    ...(people.is_material || isOfMaterial.test(number) ? ({ is_material: true } as const) : {}),
  }
  if (checked.success) return { case: record, notes, ...about }
  for (const { path, message } of checked.error.issues) note('refused_by_schema', path.join('.'), message)
  return { case: null, notes }
}

/** «22К-1372/2026», «3/1-12/2026», «4/17-5/2026». */
const isOfMaterial = /^(?:22К|10К|3\/|4\/)/iu

/** «158 ч.1»: magistrates omit the word «ст.». */
const withWord = (written: string): string =>
  articlesOfLines(written).replace(
    /(^|[;,\n]\s*|\s[-–—]\s)(?=\d{1,3}(?:\.\d+)*(?:-\d+)?\s*(?:,?\s*ч(?:\.|аст)|$|;|\s(?:УК|КоАП)))/giu,
    '$1ст.',
  )

/** A line is an article, except the crime that follows «ст.30 ч.3» of the general part. */
const articlesOfLines = (written: string): string => {
  const lines = written.split('\n')
  return lines
    .map((line, at) => {
      const above = lines[at - 1]
      if (above === undefined) return line
      return `${beginsArticle.test(line) && !isOpen.test(above) ? '; ' : ' '}${line}`
    })
    .join('')
}
const beginsArticle = /^(?:п[.\p{L}]{1,6}.{1,30}? )?(?:ч[.\p{L}]{0,5} ?[\d.]+ )?ст|^\d{1,3}(?:\.\d+){0,3} ?ч/iu
const isOpen = /(?:[;,–—-]|(?:^|[;,] ?)(?:ст[.\p{L}]{0,4} ?)?\d{1,2}(?: ?,? ?ч[.\p{L}]{0,5} ?\d+)?) ?$/iu

const ofPeople = 'результат в отношении лица'
/**
 * The result shared by all accused, when the case itself has none. A ground alone means that the case was terminated.
 */
function resultOf(
  told: string | undefined,
  { results }: { results: readonly (string | undefined)[] },
  { type }: Proceedings,
): { written?: string; ground?: string; inferred?: Inferred } {
  const shared = sharedValue(results)
  if (told !== undefined) {
    const isGround = shared !== undefined && groundOfTermination.test(shared) && /прекращ/iu.test(told)
    return { written: told, ...(isGround ? { ground: tidy(shared) } : {}) }
  }
  if (shared === undefined) return {}
  const inferred = { field: 'result', from: `${ofPeople}: ${tidy(shared)}`, certainty: 1 }
  const isGround = groundOfTermination.test(shared) && type === 2
  return isGround
    ? { written: terminated, ground: tidy(shared), inferred: { ...inferred, certainty: 0.9 } }
    : { written: shared, inferred }
}
const terminated = 'Уголовное дело ПРЕКРАЩЕНО'
const groundOfTermination =
  /^(?:примирени|деятельн\p{L}+ раскаяни|истечени\p{L}+ срок|смерть|акт\p{L}* об амнистии|отсутстви\p{L}+ (?:состав|событи)|изменени\p{L}+ обстановки|(?:в связи )?с назначением судебного штрафа|судебный штраф|назначение судебного штрафа)/iu

function proceedingsOfCard(
  { catalogue }: Card,
  url: URL | undefined,
  note: TakeNote,
): Proceedings | 'other' | undefined {
  const told = proceedingsSaid(catalogue, url)
  if (told === undefined) note('unknown_catalogue', 'catalogue', catalogue ?? '')
  return told
}

/** A value told of every person is the case's; a value told of some is not. */
const sharedValue = (values: readonly (string | undefined)[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined

/**
 * The decision that ends the case: a sentence, else a decision on the merits, else any other; the last one among
 * equals. A case of КоАП ends with a «постановление»: its «решение» may be that of the higher court.
 */
const weights: readonly RegExp[] = [
  /приговор/iu,
  /(?<!\p{L})решение|апелляционн|кассационн/iu,
  /постановление/iu,
  /определение/iu,
]
const weightsOfKoap = [/постановление/iu, ...weights]
const weightOf = ({ title }: CardAct, { type, stage }: Proceedings): number => {
  const order = type === 1 && stage === 1 ? weightsOfKoap : weights
  const at = order.findIndex(word => word.test(title))
  return at < 0 ? order.length : at
}

const ofHigherCourt = /вышестоящ|апелляц|кассац|надзор|по (?:жалобе|протесту)/iu
const noText =
  /^[^.]{0,80}(?:не (?:подлеж\p{L}{1,4} (?:опубл|публик|размещ)|размещ|опубл|публик)|отсутству[ею]т).{0,120}$/su
const isPart = /часть \d/iu

/** A decision of the higher court is not the text of the case that it reviews. */
function decisiveAct(acts: readonly CardAct[], proceedings: Proceedings, note: TakeNote): CardAct | undefined {
  const told = acts.filter(({ text = '', url }) => (text !== '' && !noText.test(text)) || url !== undefined)
  const own = proceedings.stage === 1 ? told.filter(({ title }) => !ofHigherCourt.test(title)) : told
  const best = Math.min(...own.map(one => weightOf(one, proceedings)))
  const equals = own.filter(one => weightOf(one, proceedings) === best)
  const act = equals.at(-1)
  if (told.length > 1) note('several_texts', 'acts', told.map(({ title }) => title).join('; '))
  const parts = equals.flatMap(({ title, text }) => (isPart.test(title) && text !== undefined ? [text] : []))
  return act !== undefined && parts.length === equals.length && parts.length > 1
    ? { ...act, text: parts.join('\n') }
    : act
}
