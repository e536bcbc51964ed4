import { addDays, addMonths, showDate } from '../dates.ts'
import type { ArticleRef } from '../repeat-rule.ts'
import { counted } from '../wording.ts'
import type { CalculatedDeadline, DeadlineSubject } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { type FoundEnd, isElectionArticle } from './complaint-end.ts'
import { crimeSeverities, endOf, whyNotCounted } from './legal-term.ts'
import { legalTerms, type TermId } from './legal-terms.ts'

/** Limitation of punishment under the КоАП (ст. 4.5), by article. Only texts that were read are calculated. */
type Fits = (article: ArticleRef) => boolean
const numbers = (...all: readonly string[]): Fits => {
  const known = new Set(all)
  return ({ article_number }) => known.has(article_number)
}
const chapter =
  (at: string): Fits =>
  ({ article_number }) =>
    article_number.startsWith(`${at}.`)
const parts =
  (number: string, ...known: readonly string[]): Fits =>
  ({ article_number, part }) =>
    article_number === number && known.includes(part)

/** The first matching row applies. */
const terms: readonly (readonly [TermId, ...Fits[]])[] = [
  ['koap-4.5-road', numbers('12.8', '12.24', '12.26'), parts('12.27', '3'), parts('12.30', '2')],
  ['koap-4.5-assembly', numbers('20.2')],
  ['koap-4.5-20.2.2', numbers('20.2.2')],
  ['koap-4.5-20.3', numbers('20.3', '20.3.3', '20.3.4')],
  ['koap-4.5-20.3.1', numbers('20.3.1', '20.3.2', '20.29')],
  ['koap-4.5-20.1', numbers('20.1', '19.3', '7.17', '20.25')],
  ['koap-4.5-19.34', numbers('19.34')],
  ['koap-4.5-20.33', numbers('20.33')],
  ['koap-4.5-6.1.1', numbers('6.1.1')],
  ['koap-4.5-7.27', numbers('7.27')],
  ['koap-4.5-health', numbers('6.9', '6.24', '6.13')],
  ['koap-4.5-14', chapter('14')],
  ['koap-4.5-election', ({ article_number }) => isElectionArticle(article_number)],
  ['koap-4.5-corruption', numbers('19.28', '19.29')],
  ['koap-4.5-currency', numbers('15.25'), chapter('16')],
]
/** A lawyer has to check whether the list of ст. 4.5 has grown. */
const doubtfulRoads: readonly Fits[] = [parts('12.7', '4'), parts('12.9', '7'), parts('12.15', '5')]

type LimitationTerm = { term: TermId; whyNot?: string }
const untold = 'не\u00a0проверено, нет ли для этой статьи особого срока'

export function limitationTerm(articles: readonly ArticleRef[]): LimitationTerm {
  const found = articles.map(termOf)
  const [first] = found
  if (first === undefined) return { term: 'koap-4.5-days', whyNot: 'статья не\u00a0указана' }
  // Two articles with the general term count as one; a special one next to it differs.
  if (found.some(({ term }) => isGeneral(term) !== isGeneral(first.term) || (!isGeneral(term) && term !== first.term)))
    return { term: 'koap-4.5-days', whyNot: 'у\u00a0статей дела разные сроки' }
  return found.find(({ whyNot }) => whyNot !== undefined) ?? first
}
const isGeneral = (term: TermId): boolean => term === 'koap-4.5-days' || term === 'koap-4.5-20.1'

function termOf(article: ArticleRef): LimitationTerm {
  const [term] = terms.find(([, ...rows]) => rows.some(fits => fits(article))) ?? []
  if (term !== undefined) {
    const whyNot = whyNotCounted(legalTerms[term])
    return { term, ...(whyNot !== undefined && { whyNot }) }
  }
  const isPlainRoad = chapter('12')(article) && !doubtfulRoads.some(fits => fits(article))
  return { term: 'koap-4.5-days', ...(!isPlainRoad && { whyNot: untold }) }
}

/** `later`: another reading, when the law changed or is ambiguous; the earlier one is safe. */
export function limitationEnd(term: TermId, act: string): FoundEnd & { later?: string } {
  const isYear = term === 'koap-4.5-road'
  const edition = isYear ? term : act <= legalTerms['koap-4.5-months'].until ? 'koap-4.5-months' : 'koap-4.5-days'
  const ended = endOf(legalTerms[edition], act)
  const found = { term: edition === 'koap-4.5-days' ? term : edition, ...ended }
  if (edition !== 'koap-4.5-months') {
    // Before the months became days courts differed on the first day; of 29 February on the last.
    const isDisputed = isYear && (act <= legalTerms['koap-4.5-months'].until || act.endsWith('-02-29'))
    return isDisputed ? { ...found, later: addDays(ended.end, 1) } : found
  }
  const readings = [addDays(ended.end, 1)]
  const changed = legalTerms['koap-4.5-days'].since
  if (ended.end >= changed) readings.push(endOf(legalTerms['koap-4.5-days'], act).end)
  const all = [ended.end, ...readings].toSorted()
  const [end = ended.end] = all
  return { ...found, end, unmovedEnd: end, later: all.at(-1) ?? end }
}

/**
 * УК 78 ч. 5, from memory; 281 and similar by press reports of November 2025: no term is shown for any part of these.
 */
const withoutLimitation = numbers(
  ...['205', '205.1', '205.3', '205.4', '205.5', '206', '211', '277', '278', '279', '281', '281.1', '281.2', '281.3'],
  ...['353', '356', '357', '358', '360', '361'],
)

/**
 * The day until which a crime may be punished (УК, ст. 78): sites state neither its day nor its severity. The texts
 * read do not say whether the day of the crime counts as the first: the earlier reading is shown together with the
 * later one.
 */
export function crimeLimitation({ articles }: CaseFacts, { act }: DeadlineSubject): CalculatedDeadline {
  const base = { kind: 'crime', term: 'uk-78' } as const
  if (articles.some(withoutLimitation)) {
    const whyNot = 'к\u00a0некоторым преступлениям этих статей давность не\u00a0применяется'
    return { ...base, whyNot, assumption: () => `Не\u00a0считаем: ${whyNot} (УК, ст.\u00a078 ч.\u00a05).` }
  }
  if (act === undefined)
    return {
      ...base,
      missing: 'act',
      assumption: () => 'День преступления и\u00a0его тяжесть сайты не\u00a0сообщают. Укажите их, и\u00a0мы посчитаем.',
    }
  const { day, severity } = act
  if (severity === undefined)
    return {
      ...base,
      missing: 'severity',
      assumption: () => 'Срок зависит от\u00a0тяжести преступления (УК, ст.\u00a015). Укажите её, и\u00a0мы посчитаем.',
    }
  const years = legalTerms['uk-78'].amounts[severity]
  const later = addMonths(day, 12 * years)
  const date = addDays(later, -1)
  return {
    ...base,
    date,
    unmoved: date,
    certainty: 'not_before',
    brief: () => `для совершеннолетних: если окончено ${showDate(day)}`,
    assumption: () =>
      `${counted(years, ['год', 'года', 'лет'])}, если преступление (${crimeSeverities[severity]}) окончено ${showDate(day)}, лицо совершеннолетнее и\u00a0не\u00a0уклонялось от\u00a0следствия и\u00a0суда; по\u00a0другому прочтению закона до ${showDate(later)}. Несовершеннолетним\u00a0— половина${severity === 'gravest' ? '; где возможно пожизненное лишение свободы, решает суд' : ''}. До\u00a0этого дня приговор должен вступить в\u00a0силу.`,
  }
}
