import type { Codex } from '#shared/domain/codex.ts'
import type { Plea } from '#shared/domain/read-outcomes.ts'
import { plainLetters } from '../outcome/plain-letters.ts'
import { quoted, type Span, sentencesOf } from '../outcome/sentences.ts'
import { accusedOf } from './accused.ts'
import { circumstances } from './circumstances.ts'
import { counselIn } from './counsel.ts'
import { masksOf } from './masks.ts'
import { pleaIn } from './plea.ts'

/**
 * What else a decision tells, each with the sentence it was read from. Pure, never throws. What a sentence quotes from the law
 * is no fact; what is not said plainly is not there.
 */
export type Told<T> = T & { evidence: string }
export type Facts = {
  /** Of what the person is accused, by the opening of the decision. */
  articles: readonly Told<{ codex: Codex; article_number: string; part: string }>[]
  /** Words the court has hidden: how many, and their share of all words (0 to 1). */
  masks: { count: number; share: number }
  accused_hidden: boolean
  /** Counsel took part; their names as written, masked ones too. */
  counsel: readonly Told<{ name: string }>[]
  plea: Told<{ said: Plea }> | null
  /** As the directory of defence parameters names them (§3 «Case defence param»). */
  defence_params: readonly Told<{ key: string; value: string }>[]
}

const longestText = 300_000
const settled = /(?<!\p{L})у {0,2}с {0,2}т {0,2}а {0,2}н {0,2}о {0,2}в {0,2}и {0,2}л(?: {0,2}[аои])?(?: ?:|\n|$)/mu
const longestOpening = 4_000
/** A sentence that tells what the law says, not what happened. */
const ofLaw =
  /предусматрива|влечет|понимается|признается правонарушением|является (?:\p{L}+ )?правонарушением|(?:^|[^\p{L}])(?:согласно|в соответствии с|в силу|по смыслу) (?:п|ч|ст|федеральн|положени|закон|постановлени)|пленум|конституционн\p{L}+ суд|федеральн\p{L}+ закон\p{L}* (?:от|рф|№)|в случае (?:не|укло)|вправе |разъяснен|разъяснить|могут быть|может быть/u

/** `wholePlain`: the text in plain letters, where the caller has it. */
export function readFacts(whole: string, wholePlain = plainLetters(whole)): Facts {
  const text = whole.slice(0, longestText)
  const plain = wholePlain.slice(0, longestText)
  const end = settled.exec(plain)?.index ?? Math.min(longestOpening, plain.length)
  const opening: Span = { start: Math.max(0, end - longestOpening), end }
  let split: readonly Sentence[] | undefined
  const sentences = (): readonly Sentence[] => {
    split ??= sentencesOf(text, { start: 0, end: text.length }).map(span => sentence(text, plain, span, opening))
    return split
  }
  return {
    ...accusedOf(text, plain, opening),
    masks: masksOf(text),
    counsel: /защитник|адвокат/.test(plain) ? counselIn(sentences()) : [],
    plea: pleaIn(sentences()),
    defence_params: circumstances(plain, sentences),
  }
}

/** What is costly is asked for only when it is needed. */
export type Sentence = {
  plain: string
  isOpening: boolean
  written: () => string
  evidence: () => string
  isOfLaw: () => boolean
}
const sentence = (text: string, whole: string, span: Span, opening: Span): Sentence => {
  const plain = whole.slice(span.start, span.end).replaceAll('\n', ' ')
  return {
    plain,
    isOpening: span.start >= opening.start && span.start < opening.end,
    written: () => text.slice(span.start, span.end).replaceAll('\n', ' '),
    evidence: () => quoted(text, span),
    isOfLaw: () => ofLaw.test(plain),
  }
}
