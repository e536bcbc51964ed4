// biome-ignore-all format: a table reads best as one
import { isAnnulling, isChanging, outcomeKind, reviewKind } from '../domain/outcome-kinds.ts'
import { type DateLead, dateLeads, settingPhrases } from './field-phrases.ts'
import { choiceOf, type Finder, type Found, found, longest, type QuestionScan, referenceTo } from './pieces.ts'
import { dateAt } from './read-dates.ts'
import { isOf } from './read-places.ts'
import { phraseEnd, phraseOf } from './words.ts'

/** To whom and why a report is returned: there is one such result. */
const returnedTo = ['=составителю', '=на =доработку|=исправление', '=для =устранения =недостатков|=ошибок']
/** Outcomes by the classification of results in statistics; an abandoned complaint does not end a case. */
const outcomes: readonly { phrases: readonly string[]; fits(title: string): boolean }[] = [
  {
    phrases: ['=производство? =по? =делу? +прекратить|+прекращать|>прекращать|прекращение|=прекр|=прекращ =производство|=дело? =по? =делу?'],
    fits: title => outcomeKind(title) === 'terminated' && !/жалоб|апелляц|отмен/iu.test(title),
  },
  {
    phrases: ['+отменить|+отменять|>отменять|отмена'],
    fits: title => isAnnulling(title) && /отмен/iu.test(title),
  },
  {
    phrases: ['+отменить|отмена дело? =с|=и =прекращением|=прекращено =производства|=производство|=дела?'],
    fits: title => /отмен.*прекра/iu.test(title),
  },
  { phrases: ['+изменить', 'изменение приговор|постановление|решение'], fits: isChanging },
  {
    phrases: ['=без =изменения|=изменений', '+оставить|+оставлять|>оставлять =без =изменения|=изменений', '+оставить|+оставлять|>оставлять? =в =силе', '=устоял|=устояло|=устояли|=устояла', '=засилил|=засилила|=засилили|=засилено|=засилены|=засиливают|=засилен', 'жалоба? =без =удовлетворения', 'жалоба|апелляция|протест +отклонить', '+отклонить|+отклонять =жалобу|=жалобы|=апелляцию|=апелляции'],
    fits: title => reviewKind(title) === 'upheld',
  },
  {
    phrases: ['протокол? +возвратить', 'протокол? +вернуть =обратно?', '+вернуть|+возвратить|+возвращать|>возвращать протокол', ...returnedTo.flatMap(whom => [`протокол? +вернуть|+возвратить ${whom}`, `+вернуть|+возвратить протокол ${whom}`]), 'возвращение|возврат протокол', 'протокол возвращение|возврат'],
    fits: title => /^(о )?возвра|возвращени\S+ протокола/iu.test(title) && !/отмен/iu.test(title),
  },
  {
    phrases: ['+вернуть|+возвратить|+возвращать|>возвращать дело? =прокурору', 'возвращение|возврат =прокурору'],
    fits: title => /возвращено прокурору/iu.test(title),
  },
  {
    phrases: ['+отправить|+отменить|+вернуть|+возвратить|+направить|отмена =и|=с? =возвращением|=направлением|=возвращено|=направлено|=возвратом? дело? =на =новое =рассмотрение', 'возвращение|возврат|направление дело? =на =новое =рассмотрение', '=на =новое =рассмотрение'],
    fits: title => /новое рассмотрение/iu.test(title),
  },
  { phrases: ['+передать|+направить|+передавать|>передавать|передача|направление дело? =по =подсудности'], fits: title => /по подсудности/iu.test(title) && !/отмен/iu.test(title) },
  { phrases: ['+передать|+направить|+передавать|>передавать|передача|направление дело? =по =подведомственности'], fits: title => /по подведомственности/iu.test(title) && !/отмен/iu.test(title) },
  { phrases: ['=примирение|=примирением|=примирения =с|=сторон? =потерпевшим|=потерпевшей?'], fits: title => /^примирение/iu.test(title) },
  { phrases: ['принудительный мера медицинский характер'], fits: title => /меры медицинского характера/iu.test(title) },
  { phrases: ['=обвинительный|=обвинительного приговор =отменен|=отмена', '=отмена =обвинительного =приговора'], fits: title => /^обвинительный приговор отменен/iu.test(title) },
  { phrases: ['=оправдательный|=оправдательного приговор =отменен|=отмена', '=отмена =оправдательного =приговора'], fits: title => /^оправдательный приговор отменен/iu.test(title) },
  { phrases: ['=обвинительный приговор =изменен'], fits: title => /^обвинительный приговор изменен/iu.test(title) },
  { phrases: ['+оставить|+оставлять|>оставлять жалоба? =без =рассмотрения'], fits: title => /^оставлено без рассмотрения/iu.test(title) },
  { phrases: ['+объединить|+соединить|+объединять|+соединять =в =одно =производство?', '+объединить|+соединить'], fits: title => /^объединено/iu.test(title) },
  { phrases: ['жалоба|протест +удовлетворить', '+удовлетворить|+удовлетворять|>удовлетворять жалоба|протест'], fits: title => /^удовлетворено/iu.test(title) },
  { phrases: ['отказ|=отказано|=отказал|=отказала|=отказали|=отказывают =в =удовлетворении =жалобы|=жалоб|=апелляции|=протеста?'], fits: title => /^отказано в удовлетворении/iu.test(title) },
  { phrases: ['=производство? =по? =делу? +приостановить|+приостанавливать|>приостанавливать =производство|=дело? =по? =делу?', 'приостановление =производства'], fits: title => /^приостановлено/iu.test(title) },
]
const outcomePhrases = outcomes.flatMap(({ phrases, fits }) => phrases.map(phrase => ({ phrase: phraseOf(phrase), fits })))

export const outcomeAt = async ({ tokens, source, pieces }: QuestionScan, at: number): Promise<Found | undefined> => {
  const outcome = longest(outcomePhrases, tokens, at)
  if (!outcome) return undefined
  // «апелляция отменила постановление, прекращено производство»: the word belongs to one outcome, not to another next
  // to it.
  const isAnnulled = pieces.at(-1)?.meaning.kind !== 'not' && pieces.some(piece => isOf(piece, 'result_type') && /^отмен/.test(tokens[piece.from]?.text ?? ''))
  if (isAnnulled && /^прекращ/.test(tokens[at]?.text ?? '')) return { to: outcome.to, meaning: { kind: 'unread' } }
  const rows = ((await source.whole?.('result_types')) ?? []).filter(({ title }) => outcome.of.fits(title))
  return found(outcome.to, rows.length > 0 ? [referenceTo('result_type', rows)] : [])
}

const results = dateLeads.filter(({ key }) => key === 'result_date_range')
const willBe = /^буд(ет|ут)$/u
const toCome = { key: 'last_scheduled_hearing_date_range', isOnlyBeforeDate: true, isNothingAlone: true } as const
/** «Будут рассмотрены в декабре» means future hearings, not results; «будут прекращены» cannot be expressed. */
export const willBeAt: Finder = ({ tokens, pieces, on }, at) => {
  const isFirst = willBe.test(tokens[at]?.text ?? '')
  const start = isFirst ? at + (tokens[at + 1]?.text === 'ли' ? 2 : 1) : at
  const word = tokens[start]?.text ?? ''
  const isPassive = isFirst && /([аеёя]н|[ая]т)[аоы]?$/u.test(word) && !/^назначен/u.test(word)
  const result = longest(results, tokens, start) ?? (isPassive ? longest(results, tokens, start + 1) : undefined)
  const leadTo = (to: number, lead: Omit<DateLead, 'phrase'>): Found => ({ to, meaning: { kind: 'lead', lead: { phrase: [], ...lead } } })
  const isAlone = result?.of.alone !== undefined
  if (result && (isFirst || (isAlone && willBe.test(tokens[result.to]?.text ?? '')))) {
    return leadTo(isFirst ? result.to : result.to + 1, isAlone ? { key: toCome.key, alone: { state: 'is_planned' } } : toCome)
  }
  if (isPassive) return { to: start + 1, meaning: { kind: 'unread' } }
  // «решения, которые будут в декабре», «в декабре будут заседания»
  return isFirst && (pieces.at(-1)?.meaning.kind === 'date' || dateAt(tokens, start, on)) ? leadTo(start, toCome) : undefined
}

const jailed = /^(посадили|посадил|посадила|посажены?|посажена|сажают|сажали|сажает|сели)$/u
/** «За что сажают»: prison or arrest, depending on the articles and the term. */
export const jailedAt: Finder = ({ tokens }, at) => {
  if (!jailed.test(tokens[at]?.text ?? '')) return undefined
  const arrest = { ...choiceOf({ penalty_type: ['arrest'] }, 'арест'), codex: 'koap' as const }
  const isOfDays = tokens.some(({ text }) => text.startsWith('сут'))
  const prison = { ...choiceOf({ penalty_type: ['imprisonment'] }, 'лишение свободы'), codex: 'uk' as const }
  return found(at + 1, isOfDays ? [arrest] : [prison, arrest])
}
/** «Колония 7 лет»: a penalty of УК; not a place, as in «бунт в колонии», «татуировка, колония» by КоАП. */
export const prisonAt: Finder = ({ tokens, pieces }, at) => {
  if (!/^(колони[яю]|тюрьм[ау])$/u.test(tokens[at]?.text ?? '')) return undefined
  const isOfKoap = tokens.some(({ text }) => text === 'коап') || pieces.some(({ meaning }) => meaning.kind === 'values' && meaning.choices.every(({ codex }) => codex === 'koap'))
  const isOfKind = /^(строг|общ|особ|женск|мужск|посел)/u.test(tokens[at + 1]?.text ?? '') || /^(женск|мужск|исправительн)/u.test(tokens[at - 1]?.text ?? '')
  return isOfKoap || isOfKind ? undefined : found(at + 1, [{ ...choiceOf({ penalty_type: ['imprisonment'] }, 'лишение свободы'), codex: 'uk' }])
}
const convicted = /^(осудил[иа]?|осужда(ют|ли)|осужд[её]н[аоы]?|приговорил[иа]?|приговор[её]н[аоы]?)$/u
const punished = /^(наказал[иа]?|наказыва(ют|ли)|наказан[аоы]?)$/u
/** «Наказали» asks for a penalty; «осудили» does not: a sentence may have none, or an unknown one. */
export const punishedAt: Finder = ({ tokens }, at) => {
  const word = tokens[at]?.text ?? ''
  const ofPenalty = punished.test(word) ? { alone: { has_penalty: true } } : convicted.test(word) ? {} : undefined
  return ofPenalty && { to: at + 1, meaning: { kind: 'idle', ofPenalty } }
}
/** «Закончилось штрафом», «обошлись предупреждением»: the penalty is the condition. */
export const endedAt: Finder = ({ tokens }, at) =>
  /^(за)?кончил[аио]с[ья]$|^завершил[аио]с[ья]$|^(обошл|ограничил|отделал)[аио]сь$|^(обошелся|ограничился|отделался)$/u.test(tokens[at]?.text ?? '') && longest(settingPhrases, tokens, at + 1)
    ? { to: at + 1, meaning: { kind: 'idle' } }
    : undefined
/** «Наказание в виде штрафа», «наказание не арест», «наказание условное»: the following words have the condition. */
export const penaltyWordAt: Finder = ({ tokens }, at) => {
  if (!/^(наказани(е|я|ем|ю|й)|мера|меры|меру)$/u.test(tokens[at]?.text ?? '')) return undefined
  const of = tokens[at + 1]?.text === 'наказания' ? at + 2 : at + 1
  const to = tokens[of]?.text === 'в' && tokens[of + 1]?.text === 'виде' ? of + 2 : of
  const next = longest(settingPhrases, tokens, tokens[to]?.kind === 'mark' || tokens[to]?.text === 'не' ? to + 1 : to)
  return next && Object.keys(next.of.values).some(name => /^penalty_(type|suspended)$/.test(name)) ? { to, meaning: { kind: 'idle' } } : undefined
}
const worksOf = (kind: string, told: string, codex: 'koap' | 'uk') => ({ ...choiceOf({ penalty_type: [kind] }, told), codex })
/** «Работы», «лишение» alone: the codex decides their kind, otherwise both are readings. */
export const shortPenaltyAt: Finder = ({ tokens, pieces }, at) => {
  const word = tokens[at]?.text ?? ''
  const last = pieces.at(-1)
  if (last?.meaning.kind === 'unread' && last.to === at) return undefined
  if (word === 'работы')
    return found(at + 1, [worksOf('works', 'обязательные работы', 'koap'), worksOf('corrective_works', 'исправительные работы', 'uk'), worksOf('works', 'обязательные работы', 'uk'), worksOf('forced_labour', 'принудительные работы', 'uk')])
  const next = tokens[at + 1]
  return word === 'лишение' && (next === undefined || next.kind !== 'word' || /^(от|до|на|больше|меньше|не)$/u.test(next.text))
    ? found(at + 1, [worksOf('deprivation', 'лишение права', 'koap'), worksOf('imprisonment', 'лишение свободы', 'uk')])
    : undefined
}
/** «Суд прекратил дело»: the subject is always the court. */
export const courtDoesAt: Finder = ({ tokens }, at) =>
  /^(суд|суды|судья)$/u.test(tokens[at]?.text ?? '') && /^(прекра[тщ]|отмен|измен|остав|верн|возвра|назнач|оштраф|арест|вын[ео]с|приговор|осуд|лиш|выдвор|наказ)\p{L}*(л|ла|ли|ет|ют)$/u.test(tokens[at + 1]?.text ?? '')
    ? { to: at + 1, meaning: { kind: 'idle' } }
    : undefined
/** «Оставила арест в силе»: the end gives the outcome. */
export const leftInForceAt: Finder = ({ tokens }, at) =>
  /^оставил[аи]?$/u.test(tokens[at]?.text ?? '') && tokens.slice(at + 1).some(({ text }) => /^(силе|изменени[яй])$/u.test(text))
    ? { to: at + 1, meaning: { kind: 'idle' } }
    : undefined

const measure = phraseOf(
  'доля|процент|медиана|медианный|средний|максимальный|минимальный|сумма =дел|срок|размер|сумма?',
)
const whyNoFilter = 'Это мера, а не фильтр: суммы, медианы и доли есть в таблице.'

/** «доля условных»: the measured value is no filter, because the share among such cases would be 100 %. */
export const measureAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const start = phraseEnd(measure, reader.tokens, at)
  if (start === undefined) return undefined
  for (const own of [start, start + 1]) {
    const to = longest(settingPhrases, reader.tokens, own)?.to ?? (await outcomeAt(reader, own))?.to
    if (to !== undefined) return { to, meaning: { kind: 'unread', why: whyNoFilter } }
    if (!/^(с|со|без)$/.test(reader.tokens[own]?.text ?? '')) return undefined
  }
  return undefined
}
