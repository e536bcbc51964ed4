import { lowerFirst, showNumber } from '#shared/domain/wording.ts'
import { administrativeDecision } from './decision-administrative.ts'
import { criminalDecision } from './decision-criminal.ts'
import type { DecisionFacts } from './decision-facts.ts'
import { circumstancePhrases, media, onTheRoad, placePhrases, roads, slogans, things } from './decision-phrases.ts'
import { articleIn, cityWords, courtGenitive, dateWords, fillPhrase, genderOf, namesOf } from './decision-wording.ts'
import { imposedWords } from './imposed-wording.ts'
import type { Rng } from './random.ts'

/** Texts of decisions, written for this product; no real decision is quoted. */
export function decisionText(rng: Rng, facts: DecisionFacts): string {
  const { matter, who } = facts
  const gender = genderOf(who)
  const words: Record<string, string> = {
    ...namesOf(who),
    judge: facts.judge.short('gen'),
    court: courtGenitive(facts.court),
    article: articleIn(matter),
    time: `${dateWords(facts.happened)} около ${rng.int(8, 22)} час. ${rng.pick(['00', '15', '20', '30', '45'])} мин.`,
    place: rng.pick(onTheRoad.has(matter.theme) ? roads : placePhrases).replace('{n}', String(rng.int(2, 148))),
    slogan: rng.pick(slogans),
    thing: rng.pick(things),
    medium: rng.pick(media),
    sum: showNumber(rng.int(3, 190) * 250),
    people: String(rng.int(12, 300)),
    promille: `0,${rng.int(21, 98)}`,
    advocateGen: facts.advocate?.short('gen') ?? '',
    advocateIns: facts.advocate?.short('ins') ?? '',
    prosecutorGen: facts.prosecutor?.short('gen') ?? '',
    imposed: imposedWords(facts.sentences[0] ?? [], matter),
    lowerCourt: facts.reviewed ? courtGenitive(facts.reviewed.court) : '',
    lowerDate: facts.reviewed ? dateWords(facts.reviewed.decided) : '',
    lowerImposed: imposedWords(facts.reviewed?.sentence ?? [], matter),
  }
  const story = fillPhrase(rng.pick(circumstancePhrases[matter.theme]), words, gender)
  words.story = story
  words.storyInside = story.startsWith(who.short('nom')) ? story : lowerFirst(story)
  const write = matter.codex === 'koap' ? administrativeDecision : criminalDecision
  const heading = `Дело № ${facts.case_number}\nУИД ${facts.case_uid}\n\n`
  const place = `${dateWords(facts.decided)}\t${cityWords(facts.city)}`
  const body = fillPhrase(write(rng, facts, place).filter(Boolean).join('\n'), words, gender)
  return heading + body.replaceAll('..', '.')
}
