import type { Plea } from '#shared/domain/read-outcomes.ts'
import { distinctNames, type Name, namesInText } from '../outcome/names.ts'
import type { FactSentence, Facts } from './fact-sentences.ts'
import { beginsWithOther, isOthersPlea, mentioned } from './other-people.ts'

/** Plea: the first sentence that states it; of several accused, whether all say the same. */
const guilt = '(?:вин[уы]|виновн(?:ым|ой|ыми)|виновность)'
const said = 'призна(?:л|ла|ло|ет|вал|вала|вало|ют|ли|вая|ю|вш(?:ий|ая|его|ей|ую|ему|им|ие|их))'
const agreed = String.raw`(?:соглас(?:ен|на|ны|ился|илась|ился)|(?<!\p{L})не (?:оспарива|отрица)(?:л|ла|ет|ли|ют)|признал\p{L}?)`
const charge = String.raw`(?:правонарушени|протокол|обвинени|вменя|нарушени|фабул|изложенн|инкримин|событи|обстоятельств)\p{L}*`
const pleas: readonly (readonly [Plea, RegExp])[] = [
  [
    'partly',
    new RegExp(
      String.raw`(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}(?<!\p{L})частично (?:не )?${said}|(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}${said} (?:\p{L}+ )?(?:лишь |только )?частично|(?<!\p{L})частично (?:\p{L}+ )?${said} [^;]{0,30}(?:вин|себя)|${said} (?:лишь |только )?частично [^;]{0,30}вин|${said} [^;]{0,40}вин(?:у|ы|овн\p{L}+)[^;]{0,20} частично|${guilt}[^;]{0,100}${said}, [^;,]{0,80}[–—-] нет(?!\p{L})|с ${charge} (?:\p{L}+ ){0,3}(?:частично соглас|соглас\p{L}+ (?:лишь |только )?(?:частично|отчасти))|(?:частично|отчасти) соглас\p{L}+ с|соглас\p{L}+ с (?:\p{L}+ ){0,2}${charge} (?:лишь |только )?(?:частично|отчасти)|(?<!\p{L}|(?<!\p{L})не )${said} (?:лишь |только )?(?:частично|в части)(?!\p{L})|(?<!(?<!\p{L})не )${said}, что [^;]{0,100} (?:но|однако|а) [^;]{0,60}(?:отрица|(?<!\p{L})не (?:призна|соглас))`,
      'u',
    ),
  ],
  [
    'denied',
    new RegExp(
      String.raw`(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}(?<!\p{L})не ${said}|(?<!\p{L})не ${said} (?:\p{L}+ ){0,3}${guilt}|(?<!\p{L})вин(?:у|ы|овность)[^;]{0,60} (?:отрица(?:л|ла|ет|ли)|оспарива(?:л|ла|ет|ли))(?<!не \p{L}+)|(?<!\p{L})не (?:соглас\p{L}+|призна\p{L}+) (?:с )?(?:\p{L}+ ){0,3}${charge}|с (?:\p{L}+ ){0,3}${charge} (?:[^;,]{0,40} )?(?:был\p{L}? )?не соглас|${charge} (?:\p{L}+ ){0,4}(?<!\p{L})не (?:призна(?:л|ла|ет)|соглас)|(?<!(?<!\p{L})не )отрица(?:л|ла|ет) (?:свою |факт |совершение|вину)|(?:(?<!\p{L})не виновн?\p{L}{0,2}|невиновн\p{L}{1,2})(?!\p{L})[^;]{0,20}(?:себя|считает)|(?:считает|полагает) себя невиновн|себя (?:\p{L}+ ){0,3}(?<!\p{L})не считает|(?<!\p{L})не считает себя виновн|(?<!\p{L})не признав(?:ши)? (?:свою )?вину|причастност\p{L} [^;,]{0,40}отрица|(?<!\p{L})(?:правонарушения|преступления) (?:он |она )?не соверша(?:л|ла)(?!\p{L})(?<!призна[^;]{0,180})(?<!(?<!\p{L})(?:ранее|прежде|впервые|после|период|течение|нов|иного|друг|повторн|однородн|подобн|аналогичн|таког|грубог|тяжког)\p{L}* (?:\p{L}+ ){0,3}(?:правонарушения|преступления) (?:он |она )?не соверша\p{L}+)`,
      'u',
    ),
  ],
  [
    'admitted',
    new RegExp(
      String.raw`(?<!\p{L})(?:вин[уы]|свою виновность|виновность свою|виновн(?:ым|ой|ыми) себя|себя (?:полностью )?виновн(?:ым|ой|ыми))(?!\p{L})[^;]{0,160}(?<!\p{L}|(?<!\p{L})не )${said}|(?<!\p{L}|(?<!\p{L})не )${said} (?:полностью |свою |в полном объеме |себя )*(?:вину|виновн)|(?<!\p{L})вин[уы][^;]{0,80} не (?:отрица|оспарива)|(?<!\p{L})признани(?:е|я|ем) (?:\p{L}+ ){0,3}вины|с (?:\p{L}+ ){0,3}${charge} (?:[^;,]{0,40} )?(?<!(?<!\p{L})не )${agreed}|(?<!(?<!\p{L})не )соглас(?:ен|на|ился|илась) с (?:\p{L}+ ){0,2}${charge}|(?<!(?<!\p{L})не )${said} (?:факт|совершение|обвинение)|(?<!\p{L})не (?:отрицал|оспаривал)\p{L}? (?:\p{L}+ ){0,3}${charge}|согласи\p{L}+ с предъявленн\p{L}{2,3} обвинени|полностью признал|(?<!\p{L}|(?<!\p{L})не )признав(?:ши)? (?:полностью |свою |в полном объеме )*вину|факт (?:\p{L}+ ){0,2}(?:совершени|правонарушени|нарушени|преступлени|участи|изложенн|вменя)[^;,]{0,80} не (?:оспарива|отрица)`,
      'u',
    ),
  ],
]
const severalSaid =
  /(?:призна(?:ли|вали|ют)|признавших|соглас(?:ны|ились)|отрица(?:ли|ют)|оспарива(?:ли|ют)|считают)(?!\p{L})/u
const ofCourt =
  /(?:суд|судья|судом) (?:\p{L}+ ){0,2}призна|(?<!(?<!\p{L})не )(?<!\p{L})ранее [^,]{0,40}(?:призна|привлек)|потерпевш\p{L}+ призна|просил\p{L}* (?:\p{L}+ ){0,3}признать|свидетел\p{L} [^,]{0,40}призна|признать [^;]*виновн/u
/** «Потерпевшая показала, что Ветрогонов вину признал, а Крутояров отрицал» */
const isToldByOther =
  /(?<!\p{L})(?:потерпевш|свидетел|защитник|адвокат)\p{L}{0,4} (?:[^;,]{0,60} )?(?:показал|пояснил|указал|сообщил|подтвердил|следует)\p{L}{0,2},? что /u
const mitigates = /смягчающ[^;]*признани(?:е|я|ем) (?:\p{L}+ ){0,3}вины/u
const ofAccused = /признавш\p{L}{1,3} [^,;]{0,30}вин|вин[уы] [^,;]{0,30}признавш/u
const mayTell = /призна|не соверша|отрица|соглас|оспарива|невиновн|не виновн|не считает/
const ofWhat = /вин|правонарушени|протокол|обвинени|вменя|нарушени|фабул|изложенн|инкримин|событи|факт|частично|отрица/
const both = new RegExp(
  String.raw`(?<!(?<!\p{L})не )(?<!\p{L})${said}[^;]{0,160}(?<!\p{L})не ${said}|(?<!\p{L})не ${said}[^;]{0,160}(?<!(?<!\p{L})не )(?<!\p{L})${said}|(?<!(?<!\p{L})не )(?<!\p{L})${said}[^;]{0,160}(?<!(?<!\p{L})не )отрица(?:ет|л)`,
  'u',
)

/** After another who spoke of guilt: «…; Прозорова А.Л. признала, просила о снисхождении». */
const alsoSaid = /^[^,;]{2,40}(?<!(?<!\p{L})не) (не )?признала?(?=[,.;]|$)/u

/** «вину признал, гражданский иск не признал»: of a claim for money, not of guilt. */
const ofClaim =
  /(?<!\p{L}|вин[уы] и )(?:(?<!вин[уы] и )гражданск\p{L}{2,3} )?(?<!вин[уы] и гражданск\p{L}{2,3} )иск\p{L}{0,4}(?: [^,;.]{0,60}?)? (?:не )?(?:призна|соглас)\p{L}*(?: (?:частично|полностью|в полном объеме))?|(?:не )?(?:призна|соглас)\p{L}*(?: с)? (?:гражданск\p{L}{2,3} )?иск\p{L}{0,4}/gu
/** What was said to an investigator may have been taken back in court. */
const before =
  /(?:(?<!(?:ни|как) (?:на|в ходе|на стадии) )предварительн\p{L}+ (?:следстви|расследовани)|(?<!(?:ни|как) )(?:на|в ходе|на стадии) (?:следстви|дознани))(?!\p{L}+,? (?:так )?и (?:в )?суд)|показани\p{L}+[^;]{0,60} оглашенн\p{L}+(?: в суд\p{L}+)?|будучи допрошен\p{L}* [^;]{0,60}(?:подозреваем|обвиняем)|оглашенн\p{L}+ [^;]{0,60}показани|протокол\p{L}* (?:допроса|явки)|явк\p{L} с повинной/u

export function pleaIn(sentences: readonly FactSentence[], accused: readonly Name[]): Facts['plea'] {
  // A firm speaks by its director.
  const accusedCount = accused.filter(({ written }) => !/[«"“]/.test(written)).length
  let first: Facts['plea'] = null
  let isUnclear = accusedCount > 1
  let wasEarlier = false
  for (const sentence of sentences) {
    const { evidence, isOfLaw } = sentence
    if (!mayTell.test(sentence.plain)) continue
    // Of one accused what is told first counts, unless they have changed it.
    if (first !== null && accusedCount < 2 && !saidLater.test(sentence.plain)) continue
    const whole = sentence.plain.replace(ofClaim, '')
    const plain: string = mentioned(whole, accused) > 1 ? whole : lastSaid(whole)
    const spoken: RegExpExecArray | null = first !== null && accusedCount > 1 ? alsoSaid.exec(plain) : null
    const bare: RegExpExecArray | null = spoken !== null && mentioned(spoken[0], accused) > 0 ? spoken : null
    if (bare === null && !ofWhat.test(plain)) continue
    if (accusedCount > 1 && isToldByOther.test(plain.slice(0, plain.search(mayTell)))) continue
    if (ofCourt.test(plain) && !mitigates.test(plain) && !ofAccused.test(plain)) continue
    const plea: Plea | 'earlier' | undefined =
      (bare && (bare[1] === undefined ? 'admitted' : 'denied')) ??
      ofSeveral(sentence, plain, accused, accusedCount) ??
      saidIn(plain, sentence.written, accused)
    if (plea === undefined || isOfLaw()) continue
    if (plea === 'earlier') {
      wasEarlier = accusedCount > 1
      continue
    }
    // Of several accused all have to be heard.
    if (first !== null || severalSaid.test(plain) || mentioned(plain, accused) > 1) isUnclear = false
    if (accusedCount < 2 && first !== null && first.said !== plea) {
      if (!inCourt.test(plain)) return null
      first = { said: plea, evidence: evidence() }
    }
    if (plea === 'mixed') return { said: plea, evidence: evidence() }
    if (first !== null && first.said !== plea && !/смягча/.test(plain)) return { said: 'mixed', evidence: evidence() }
    first ??= { said: plea, evidence: evidence() }
  }
  return isUnclear || wasEarlier ? null : first
}
/** «Вину не признал, однако в последующем изменил отношение и вину признал»: what was said last; where that is unclear, nothing. */
function lastSaid(plain: string): string {
  const [words = ''] = changing.exec(plain) ?? opening.exec(plain) ?? []
  if (words === '' || before.test(plain)) return plain
  const after = plain.slice(plain.indexOf(words) + words.length)
  const isTold = mayTell.test(after)
  if (isTold) return /вин/.test(after) ? after : ''
  return ofChange.test(plain) || opening.test(words) ? '' : plain
}
const ofChange = /измени(?:л[аи]?|в) (?:сво\p{L}{1,2} )?(?:отношени|позици|мнени|показани)/u
const stated = String.raw`(?:призна|отрица|соглас)\p{L}*[^;]{0,120}?(?:,|;| но| однако| а| и)`
const changing = new RegExp(
  String.raw`${stated} (?:(?:но|однако|а|и),? )?(?:\p{L}+ ){0,2}?(?:(?:в последующем|впоследствии|в дальнейшем|в ходе дальнейшего|позднее|позже|затем|после (?:этого|чего|исследования|оглашения|допроса|перерыва)|в последнем слове|в прениях|к концу)(?!\p{L})|${ofChange.source})`,
  'u',
)
/** «Сначала вину не признал, …» */
const opening =
  /(?<!\p{L})(?:сначала|вначале|первоначально|изначально|в начале (?:судебн|рассмотр|заседан|процесс)\p{L}*)(?!\p{L})[^,;]{0,80}?(?:призна|отрица|соглас)\p{L}*[^,;]{0,60}/u
const saidLater = new RegExp(
  String.raw`^[^;]{0,60}?(?<!\p{L})(?:(?:в последующем|впоследствии|в дальнейшем|позднее|позже)(?!\p{L})|${ofChange.source})`,
  'u',
)
const inCourt = /судебн|(?<!\p{L})суд(?:е|у)(?!\p{L})|измени/u
/** «Признание вины … не установлено», or what somebody asks to take into account. */
const unfound = /не (?:установлен|имеется|усматрив|нашл)|оснований|просил|довод/
/** «Факт участия не оспаривал, однако полагал, что состав правонарушения отсутствует», «вину признал, но ударов не наносил» */
const disputes =
  /(?<!\p{L}|(?<!\p{L})не )отрица(?:л|ла|ет)(?!\p{L})|(?:(?<!\p{L})(?:однако|но|при этом|вместе с тем)(?!\p{L})|(?<!суд(?:ья)? )(?:полага|счита))(?:(?!(?<!\p{L})суд(?:ья|ом)?(?!\p{L}))[^;]){0,120}(?:от (?:\p{L}+ )?(?:признани|показани)\p{L}* [^;]{0,20}отказал|с квалификаци\p{L}+ [^;]{0,30}(?<!\p{L})не соглас|(?<!\p{L})не (?:организ|держал|скандир|соверш|нанос|ударял|бил|участв|выкрик|оскорб|угрож|призыв|похищ|управля|употребл|сбывал|размеща|сопротивл|хотел|желал|знал|имел\p{L}* (?:умысл|намерен))|умысл\p{L}{1,2} [^;]{0,30}(?:(?<!\p{L})не |отсутств)|состав\p{L}{0,2} [^;]{0,60}(?:отсутств|(?<!\p{L})не содерж)|отсутств\p{L}+ [^;,]{0,40}(?:состав|событи)|нет (?:состава|события)|(?<!\p{L})не (?:образу|виновн|является правонарушени)|невинов)/u
/** `earlier`: to an investigator. */
function saidIn(plain: string, written: () => string, accused: readonly Name[]): Plea | 'earlier' | undefined {
  let wasEarlier = false
  for (const [plea, pattern] of pleas) {
    const found = pattern.exec(plain)
    if (found === null) continue
    const end = found.index + found[0].length
    if (isOthersPlea(plain, end, accused) || isOfAccomplice(plain, found.index, written, accused)) continue
    if (found[0].startsWith('признани') && unfound.test(plain)) continue
    if (plea === 'admitted' && disputes.test(plain.slice(found.index))) return undefined
    const clause = /^[^,;]*/.exec(plain.slice(end))?.[0] ?? ''
    if (!before.test((plain.slice(0, end) + clause).replace(takenBack, ''))) return plea
    wasEarlier = true
  }
  return wasEarlier ? 'earlier' : undefined
}
/** «на следствии вину признавал, в суде не признал» */
const takenBack =
  /^[^;]*(?:призна|отрица|соглас)\p{L}*[^;]*, (?:а |но |однако )?в (?:суде|(?:настоящем )?судебном заседании)(?= )/u
/** «Лицо, дело в отношении которого выделено, вину признало», «Котов И. И., осуждённый ранее, вину признал» */
const isOfAccomplice = (plain: string, at: number, written: () => string, accused: readonly Name[]): boolean =>
  accomplice.test(plain.slice(0, at)) || (accused.length > 0 && beginsWithOther(written(), at, accused))
const accomplice =
  /(?<!\p{L})(?:лиц\p{L}{1,2},? (?:уголовное |материалы )?(?:дел[оа] )?в отношении котор\p{L}+ [^;]{0,60}?выделен|ин(?:ое|ые) лиц[оа](?!\p{L})|(?:соучастник|соисполнител|подельник)\p{L}*)[^;]{0,160}$/u
function ofSeveral(
  { written }: FactSentence,
  plain: string,
  accused: readonly Name[],
  accusedCount: number,
): Plea | undefined {
  if (!/вин/.test(plain)) return undefined
  if (accusedCount > 1 && areUnlike(plain, accused)) return 'mixed'
  if (!both.test(plain)) return undefined
  if (accusedCount > 1 && (distinctNames(namesInText(written())).length > 1 || mentioned(plain, accused) > 1))
    return 'mixed'
  return /(?<!\p{L})по (?:ч|ст|п|эпизод|перв|втор|факт)/u.test(plain) ? 'partly' : undefined
}

/** «Ветрогонов признал вину полностью, а Крутояров – частично» */
function areUnlike(plain: string, accused: readonly Name[]): boolean {
  if (before.test(plain)) return false
  const said = new Map<Name, Plea>()
  for (const piece of plain.split(/[,;] (?:а )?| а /)) {
    const plea = eachSaid.find(([, words]) => words.test(piece))?.[0]
    if (plea === undefined || isOthersPlea(piece, piece.length, accused)) continue
    for (const name of accused) if (mentioned(piece, [name]) > 0 && !said.has(name)) said.set(name, plea)
  }
  return new Set(said.values()).size > 1
}
const eachSaid: readonly (readonly [Plea, RegExp])[] = [
  ['partly', /призна(?:л|ет)\p{L}? [^,]*частично|частично [^,]*призна(?:л|ет)|[–—-] (?:лишь |только )?частично/u],
  ['denied', /(?<!\p{L})не призна(?:л|ет|вал)|(?<!(?<!\p{L})не )отрица|[–—-] нет(?!\p{L})/u],
  ['admitted', /(?<!\p{L}|(?<!\p{L})не )призна(?:л|ет|вал)|[–—-] полностью/u],
]
