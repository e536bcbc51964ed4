import type { PenaltyType } from '#shared/domain/outcomes.ts'
import type { TextSpan } from './sentences.ts'

/**
 * Kinds of penalties (КоАП 3.2, УК 44) by the words that name them, the gravest first. A court fine (УК 76.2) is no punishment and comes
 * last.
 */
type Kind = { type: PenaltyType; words: string; isAdditional?: true }
// biome-ignore format: a kind a line
const kinds: readonly Kind[] = [
  { type: 'life_imprisonment', words: String.raw`пожизненн\p{L}{2,3} лишени\p{L}{1,2} свободы|лишени\p{L}{1,2} свободы пожизненно` },
  { type: 'imprisonment', words: String.raw`(?<!мест(?:ах|а|о)? |(?<!\p{L})не связанн\p{L}{2,3} с (?:реальн\p{L}{2,3} )?)лишени\p{L}{1,2} свободы` },
  { type: 'disciplinary_unit', words: String.raw`(?:содержани\p{L}{1,2} )?в дисциплинарной воинской части` },
  { type: 'forced_labour', words: String.raw`принудительн\p{L}{2,3} работ\p{L}*` },
  { type: 'criminal_arrest', words: '(?!)' },
  { type: 'military_restriction', words: String.raw`ограничени\p{L}{1,2} по военной службе` },
  { type: 'restriction', words: String.raw`ограничени\p{L}{1,2} свободы` },
  { type: 'corrective_works', words: String.raw`исправительн\p{L}{2,3} работ\p{L}*` },
  { type: 'arrest', words: String.raw`(?<!домашн\p{L}{2,3} )(?:административн\p{L}{2,3} )?арест(?:а|у|ом|е)?(?!\p{L}| на (?:имуществ|счет|денежн|автомоб|транспорт)|,? наложенн)` },
  { type: 'works', words: String.raw`обязательн\p{L}{2,3} работ\p{L}*` },
  { type: 'disqualification', words: String.raw`дисквалифи(?:каци\p{L}{1,2}|цировать)` },
  { type: 'title_loss', words: String.raw`лиш(?:ени\p{L}{1,2}|ить|ив)(?:(?: его| ее)?,? (?:в силу|на основании|по|в соответствии со?|согласно) ст[\p{L}.]{0,6} ?48 ук(?: рф)?,?)?(?: [\p{L}.]+){0,3}? (?:(?:специальн|воинск|почетн)\p{L}{2,3}(?: или |, | ))+(?:звания|звание)(?!\p{L})|лиш(?:ени\p{L}{1,2}|ить) (?:классного чина|государственных наград)`, isAdditional: true },
  { type: 'deprivation', words: String.raw`лиш(?:ени\p{L}{1,2}|ить|ив)(?: (?!родительск)[\p{L}.]+){0,3}? (?:специальн\p{L}{2,3} )?прав[ао](?!\p{L})` },
  { type: 'suspension', words: String.raw`административн\p{L}{2,3} приостановлени\p{L}{1,2}(?: (?:ее|его|их|\p{L}+))? (?:деятельности|эксплуатации|работы)|приостановлени\p{L}{1,2} (?:(?:ее|его|их) )?(?:\p{L}+ )?(?:деятельности|эксплуатации|работы)|административн\p{L}{2,3} приостановлени\p{L}{1,2}|приостановить (?:\p{L}+ )?(?:деятельность|эксплуатацию)` },
  { type: 'visit_ban', words: String.raw`запрет\p{L}{0,2} на посещени\p{L} (?:мест проведения )?(?:официальн|спортивн)` },
  { type: 'fine', words: String.raw`(?<!судебн\p{L}{2,3} )(?:админ\p{L}* )?штраф(?:а|у|ом|е)?(?!\p{L})|оштрафовать` },
  { type: 'deportation', words: String.raw`выдвор(?:ени(?:е|я|ю|ем|и)|ить)(?!\p{L})` },
  { type: 'caution', words: String.raw`предупреждени(?:е|я|ю|ем)(?!\p{L}| (?:об?|о том|совершени|новых|правонарушени|преступлени))` },
  { type: 'confiscation', words: String.raw`конфиск(?:аци(?:я|и|ю|ей)|овать|уется)(?!\p{L})|(?:взыскать|обратить)(?= [^;]{0,160}104\.[12])|(?<=104\.[12][^;]{0,160} )(?:взыскать|обратить)(?! взыскание)`, isAdditional: true },
  { type: 'court_fine', words: String.raw`судебн\p{L}{2,3} штраф\p{L}{0,2}` },
]
const placeOf = new Map(kinds.map(({ type }, at) => [type, kinds.length - at]))
export const severityOf = (type: PenaltyType): number => placeOf.get(type) ?? 0
const additional = new Set(kinds.filter(({ isAdditional }) => isAdditional).map(({ type }) => type))
export const isAlwaysAdditional = (type: PenaltyType): boolean => additional.has(type)

export type PenaltyMention = TextSpan & { type: PenaltyType }

const anyKind = new RegExp(
  String.raw`(?<!\p{L})(?:${kinds.map(({ words, type }) => `(?<${type}>${words})`).join('|')})`,
  'gu',
)
const anyStem =
  /арест|штраф|лишени|лишить|лишив|работ|предупрежд|приостанов|выдвор|ограничени|дисквалиф|конфиск|дисциплинарн|запрет|104\.[12]/

export function penaltyMentions(plain: string): PenaltyMention[] {
  if (!anyStem.test(plain)) return []
  return [...plain.matchAll(anyKind)].flatMap(({ index, 0: words, groups }) => {
    const kind = kinds.find(({ type }) => groups?.[type] !== undefined)
    return kind === undefined ? [] : [{ type: kind.type, start: index, end: index + words.length }]
  })
}
