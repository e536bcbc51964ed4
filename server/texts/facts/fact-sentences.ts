import type { Codex } from '#shared/domain/codex.ts'
import type { Plea } from '#shared/domain/read-outcomes.ts'
import type { DecisionContext } from '../outcome/decision-context.ts'
import { quotedSentence, sentencesOf, type TextSpan } from '../outcome/sentences.ts'
import type { CustodyStatement } from './custody.ts'

/** What a decision tells besides its outcome, each fact with the sentence it was read from. What quotes the law is no fact. */
type WithEvidence<T> = T & { evidence: string }
export type Facts = {
  articles: readonly WithEvidence<{ codex: Codex; article_number: string; part: string }>[]
  masks: { count: number; share: number; kinds: readonly string[] }
  accused_hidden: boolean
  counsel: readonly WithEvidence<{ name: string }>[]
  plea: WithEvidence<{ said: Plea }> | null
  defence_params: readonly WithEvidence<{ key: string; value: string }>[]
  former_numbers: readonly string[]
  quoted_cases: readonly string[]
  /** Absent where nothing is said of it: an index keeps the few that say something. */
  custody?: readonly CustodyStatement[]
}

const ofLaw =
  /предусматрива|влечет|понимается|признается правонарушением|является (?:\p{L}+ )?правонарушением|(?:^|[^\p{L}])(?:согласно|в соответствии с|в силу|по смыслу) (?:п|ч|ст|федеральн|положени|закон|постановлени)|пленум|(?<!\p{L})закон(?:одатель|ом)? (?:относит|отнес|признает|предусматрива)|конституционн\p{L}+ суд|федеральн\p{L}+ закон\p{L}* (?:от|рф|№)|в случае (?:не|укло)|вправе |разъяснен|разъяснить|могут быть|может быть/u

/** Functions where the answer is costly. */
export type FactSentence = {
  plain: string
  isOpening: boolean
  written: () => string
  evidence: () => string
  isOfLaw: () => boolean
}
const factSentence = (text: string, whole: string, span: TextSpan, opening: TextSpan): FactSentence => {
  const plain = whole.slice(span.start, span.end).replaceAll('\n', ' ')
  return {
    plain,
    isOpening: span.start >= opening.start && span.start < opening.end,
    written: () => text.slice(span.start, span.end).replaceAll('\n', ' '),
    evidence: () => quotedSentence(text, span),
    isOfLaw: () => ofLaw.test(plain),
  }
}
function sectionsOf({ opening, part }: DecisionContext, length: number): TextSpan[] {
  const ends = [opening.end, part?.start ?? opening.end, length].map(end => Math.min(end, length))
  return ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end })).filter(({ start, end }) => end > start)
}

export function factSentences(context: DecisionContext, text: string, plain: string): FactSentence[] {
  return sectionsOf(context, text.length).flatMap(section =>
    sentencesOf(text, section).map(span => factSentence(text, plain, span, context.opening)),
  )
}
