import { dateLeads, settingPhrases, viewPhrases } from './field-phrases.ts'
import { withTitles } from './join-articles.ts'
import { choiceOf, type Finder, type Found, found, longest, type Piece, type QuestionScan } from './pieces.ts'
import { articleAt, articleByName } from './read-articles.ts'
import { clauseAt } from './read-clause.ts'
import { bareCourtAt, courtAt, townCourtAt } from './read-courts.ts'
import { dateAt } from './read-dates.ts'
import { fillerAt } from './read-filler.ts'
import { judgeAt } from './read-judges.ts'
import { caseNumberAt, protocolAt } from './read-numbers.ts'
import {
  courtDoesAt,
  endedAt,
  jailedAt,
  leftInForceAt,
  measureAt,
  outcomeAt,
  penaltyWordAt,
  prisonAt,
  punishedAt,
  shortPenaltyAt,
  willBeAt,
} from './read-outcomes.ts'
import { personAt } from './read-people.ts'
import { bareCityAt, bareRegionAt, cityAt, misspelledRegionAt, regionAt } from './read-places.ts'
import { rowAt } from './read-rows.ts'
import { courtDayAt, daysAt, sizeAt } from './read-sizes.ts'
import { quoteAt, textLeads, untoldAt } from './read-texts.ts'
import type { NameSource } from './reading.ts'
import { meant } from './typos.ts'
import { victimAt } from './victims.ts'
import { lineFrom, type Token } from './words.ts'

const asOfAt: Finder = ({ tokens, on }, at) => {
  const { line } = lineFrom(tokens, at)
  const lead = /^(?:по состоянию|состояние|как было|как были|на дату)(?= )/u.exec(line)
  if (!lead) return undefined
  const words = lead[0].split(' ').length
  const day = dateAt(tokens, at + words, on)
  return day?.isOneDay && 'min' in day.range && day.range.min <= on
    ? found(day.to, [choiceOf({ as_of: day.range.min })])
    : undefined
}

const freeLeads = dateLeads.filter(({ isOnlyBeforeDate }) => !isOnlyBeforeDate)
/** «через сутки», «освободили на сутки»: a day, not an arrest. */
const isOtherDay = ({ tokens, pieces }: QuestionScan, at: number): boolean =>
  tokens[at]?.text === 'сутки' &&
  (/^(на|через|за|в|все)$/.test(tokens[at - 1]?.text ?? '') || pieces.at(-1)?.meaning.kind === 'unread')
/** «вчерашние решения»: the day of the decision. */
const isOfDecision = ({ tokens, pieces }: QuestionScan, at: number): boolean =>
  pieces.at(-1)?.meaning.kind === 'date' &&
  /(вчерашн|сегодняшн|прошлогодн)/u.test(tokens[at - 1]?.text ?? '') &&
  /^(решени|постановлени|приговор)/u.test(tokens[at]?.text ?? '')
const phrased: Finder = (reader, at) => {
  const { tokens, on } = reader
  const setting = isOtherDay(reader, at) ? undefined : longest(settingPhrases, tokens, at)
  const anyLead = longest(dateLeads, tokens, at)
  const isBeforeDate = anyLead && (dateAt(tokens, anyLead.to, on) !== undefined || isOfDecision(reader, at))
  const lead = anyLead?.of.isOnlyBeforeDate && !isBeforeDate ? longest(freeLeads, tokens, at) : anyLead
  const view = longest(viewPhrases, tokens, at)
  // «удалённые с сайта в этом году»: the word selects the date when days follow it.
  const isLead = lead && (!setting || lead.to > setting.to || dateAt(tokens, lead.to, on) !== undefined)
  const said = [
    isLead && { to: lead.to, meaning: { kind: 'lead' as const, lead: lead.of } },
    setting && found(setting.to, [choiceOf(setting.of.values)]),
    // «Где» is a question word at the beginning; later, and before words of a text, it is a conjunction: «дела, где есть защитник».
    view &&
      // «по статьям 280 и 282» names articles.
      !(tokens[view.to]?.kind === 'number' && tokens[view.to - 1]?.text === 'статьям') &&
      (tokens[at]?.text !== 'где' || view.to > at + 1 || (at === 0 && !longest(textLeads, tokens, 1))) && {
        to: view.to,
        meaning: { kind: 'view' as const, ...view.of },
      },
  ].flatMap(one => one || [])
  return said.reduce<Found | undefined>((best, one) => (best && best.to >= one.to ? best : one), undefined)
}
/** The longest match wins; ties go to the first of these. */
const finders: readonly Finder[] = [
  protocolAt,
  caseNumberAt,
  asOfAt,
  untoldAt,
  measureAt,
  endedAt,
  penaltyWordAt,
  willBeAt,
  phrased,
  daysAt,
  articleAt,
  sizeAt,
  courtAt,
  townCourtAt,
  regionAt,
  judgeAt,
  cityAt,
  rowAt,
  outcomeAt,
  jailedAt,
  prisonAt,
  punishedAt,
  shortPenaltyAt,
  courtDayAt,
  leftInForceAt,
  courtDoesAt,
  articleByName,
  personAt,
  quoteAt,
  fillerAt,
]

export const scan = async (
  text: string,
  tokens: readonly Token[],
  source: NameSource,
  on: string,
): Promise<Piece[]> => {
  let meantTokens = tokens
  let pieces: Piece[] = []
  const scanned = async (): Promise<boolean> => {
    pieces = []
    let hasSlips = false
    for (let at = 0; at < tokens.length; at = pieces.at(-1)?.to ?? tokens.length) {
      const reader = { text, tokens: meantTokens, source, on, pieces }
      const own = clauseAt(reader, at) ?? (await longestAt(reader, at)) ?? (await bareAt(reader, at))
      const slip = own ? undefined : await slipAt(reader, at)
      const behind = own || slip ? undefined : await slipBehindAt(reader, at)
      pieces.push({
        from: at,
        ...(own ?? slip?.found ?? behind?.found ?? { to: at + 1, meaning: { kind: 'unread' as const } }),
      })
      const fixed = slip ?? behind
      if (!fixed) continue
      hasSlips = true
      meantTokens = meantTokens.with(slip ? at : at + 1, fixed.own)
    }
    return hasSlips
  }
  // «мелкое хулиганстов»: the preceding word is read again after correcting the next one.
  if ((await scanned()) && pieces.some(({ meaning }) => meaning.kind === 'unread')) await scanned()
  return withTitles(pieces, tokens, (await source.articles?.()) ?? [])
}
const longestAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  let best = await victimAt(reader, at)
  if (best) return best
  for (const find of finders) {
    const one = await find(reader, at)
    const isBetter =
      one &&
      (!best ||
        one.to > best.to ||
        (one.to === best.to && best.meaning.kind === 'unread' && one.meaning.kind !== 'idle'))
    if (isBetter) best = one
  }
  return best
}
/** A town, region or court by name alone, without a word that announces it. */
const bareAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> =>
  (await bareCityAt(reader, at)) ??
  bareRegionAt(reader, at) ??
  misspelledRegionAt(reader, at) ??
  (await bareCourtAt(reader, at))
/** «в Брянской облости»: the misspelling is in the following word. */
const slipBehindAt = async (reader: QuestionScan, at: number): Promise<{ found: Found; own: Token } | undefined> => {
  const next = reader.tokens[at + 1]
  const own = next && meant(next)
  if (!own || own.text === next.text) return undefined
  const found = await longestAt({ ...reader, tokens: reader.tokens.with(at + 1, own) }, at)
  return found && found.to > at + 1 && found.meaning.kind === 'values' ? { found, own } : undefined
}
const slipAt = async (reader: QuestionScan, at: number): Promise<{ found: Found; own: Token } | undefined> => {
  const token = reader.tokens[at]
  const own = token && meant(token)
  if (!own) return undefined
  const fixed = { ...reader, tokens: reader.tokens.with(at, own) }
  const found = (await longestAt(fixed, at)) ?? (await cityAt(fixed, at)) ?? (await bareAt(fixed, at))
  return !found || found.meaning.kind === 'unread' ? undefined : { found, own }
}
