import type { Codex } from '#shared/domain/codex.ts'
import type { Plea } from '#shared/domain/read-outcomes.ts'
import { type Context, contextOf } from '../outcome/context.ts'
import { quoted, type Span, sentencesOf } from '../outcome/sentences.ts'
import { articlesOf } from './accused.ts'
import { caseNumbersIn } from './case-numbers.ts'
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
  /** What the court has hidden: how many words, their share of all (0 to 1), and what stands in their place. */
  masks: { count: number; share: number; kinds: readonly string[] }
  accused_hidden: boolean
  /** Counsel took part; their names as written, masked ones too. */
  counsel: readonly Told<{ name: string }>[]
  plea: Told<{ said: Plea }> | null
  /** As the directory of defence parameters names them (§3 «Case defence param»). */
  defence_params: readonly Told<{ key: string; value: string }>[]
  /** Numbers the case had before, and cases that the decision speaks of. */
  former_numbers: readonly string[]
  quoted_cases: readonly string[]
}

const longestText = 300_000
/** A sentence that tells what the law says, not what happened. */
const ofLaw =
  /предусматрива|влечет|понимается|признается правонарушением|является (?:\p{L}+ )?правонарушением|(?:^|[^\p{L}])(?:согласно|в соответствии с|в силу|по смыслу) (?:п|ч|ст|федеральн|положени|закон|постановлени)|пленум|конституционн\p{L}+ суд|федеральн\p{L}+ закон\p{L}* (?:от|рф|№)|в случае (?:не|укло)|вправе |разъяснен|разъяснить|могут быть|может быть/u

export function readFacts(whole: string, context: Context = contextOf(whole)): Facts {
  const { opening, accused } = context
  const text = context.text.slice(0, longestText)
  const plain = context.plain.slice(0, longestText)
  let split: readonly Sentence[] | undefined
  const sentences = (): readonly Sentence[] => {
    split ??= inParts(context, text.length).flatMap(part =>
      sentencesOf(text, part).map(span => sentence(text, plain, span, opening)),
    )
    return split
  }
  return {
    articles: articlesOf(context),
    accused_hidden: accused[0]?.isHidden ?? false,
    masks: masksOf(text),
    counsel: /защитник|адвокат/.test(plain) ? counselIn(sentences()) : [],
    plea: pleaIn(sentences(), accused.length),
    defence_params: circumstances(plain, sentences),
    ...caseNumbersIn(text, opening.end),
  }
}

/** A heading in small letters ends no sentence by itself. */
function inParts({ opening, part }: Context, length: number): Span[] {
  const ends = [opening.end, part?.start ?? opening.end, length].map(end => Math.min(end, length))
  return ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end })).filter(({ start, end }) => end > start)
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
