// biome-ignore-all format: one circumstance a line
import type { Name } from '../outcome/names.ts'
import { isOwnStatement, isUndone, picketsAlone, takesPart } from './deeds.ts'
import type { FactSentence, Facts } from './fact-sentences.ts'
import { clauseBefore, goesOnAboutOther, isDoneByOther, isDoneByThem, isOfKin, isOfNameAfter, isOfOtherName, isSaidByOther, tellsOfOthers } from './other-people.ts'

/**
 * Defence parameters by the words of the text; keys and values are those of defence-params.tsv. Values that words do not tell surely are
 * left to the sources.
 */
type Where = 'person' | 'story'
/** A text without any of `stems` is not searched for `words`. */
type Row = readonly [key: string, value: string, stems: string, where: Where, words: RegExp, not?: RegExp]

const [family, social, work, network, deed] = ['семейноеПоложение', 'социальныеОсобенности', 'сфераДеятельности', 'социальныеСети', 'действия'] as const
const works = (title: string): RegExp => new RegExp(String.raw`(?<!(?<!\p{L})не )(?:работа(?:ющ\p{L}+|ет)|являющ\p{L}+ся|является|явля\p{L}+сь|будучи|занима\p{L}+ должность|служащ\p{L}+|по профессии)[^.;,]{0,60}(?<!\p{L})(?:${title})`, 'u')
/** «судимостей не имеется, имеет ребёнка»: what is told after a denial. */
const affirms = String.raw`, (?!что |\p{L}+ ли )(?:[\p{L}-]+ ){0,2}(?:име(?:ет|ют|ющ(?!их))|явля|страда|воспитыва|на иждивении|учитыва|призна)|, (?:инвалид(?:а|ом)? |беременна)`
const no = (word: string): RegExp => new RegExp(String.raw`(?:(?<!\p{L})не (?:имеет|имеющ\p{L}+|явля\p{L}+|установлен)|отсутству\p{L}+|(?:без|(?<!\p{L})нет)(?!\p{L}))(?:(?!${affirms})[^;]){0,60}(?:${word})|(?:${word})[^;]{0,60}(?:(?<!\p{L})не (?:имеет|имеющ|явля|установлен)|отсутству|(?<!\p{L})нет(?!\p{L}))`, 'u')

/** A messenger on a seized telephone, or by which somebody was told something. */
const inPrivate = /(?<!\p{L})изъ(?:ят|ял)|стало известно|приложени\p{L}{1,2} (?:[«"]?\p{L}+[»"]? )?(?:был\p{L}? )?установлен|(?:сообщил|позвонил|написал)\p{L}? (?:\p{L}+ ){1,3}(?:посредством|через|по|в) /u

const rows: readonly Row[] = [
  [family, 'в браке', 'браке|женат|замуж', 'person', /(?<!(?<!\p{L})не )состо(?:ящ\p{L}+|ит|ял\p{L}*) в (?:зарегистрированном |фактическом )?браке|(?<!не |\p{L})(?:женат(?:ого|ый)?|замужем|замужн\p{L}{2,3})(?!\p{L})/u, /(?<!\p{L})(?:(?:ранее|прежде)(?: (?:не )?(?:был[аи]?|состо\p{L}+))?|был[аи]?(?: ранее)?) (?:женат|замужем|в браке)/u],
  [family, 'не в браке', 'браке|холост|женат|замуж', 'person', /(?<!\p{L})не состо(?:ящ\p{L}+|ит|ял\p{L}*) в (?:\p{L}+ )?браке|(?<!\p{L})холост(?:ого|ой|ым)?(?!\p{L})|(?<!\p{L})не ?(?:женат|замужн|замужем)/u],
  [family, 'в разводе', 'развед|разводе', 'person', /(?<!\p{L})(?:разведен(?:ного|ной|а|ый|ная)?|в разводе)(?!\p{L})/u],
  [family, 'во вдовстве', 'вдов', 'person', /(?<!\p{L})вдов(?:ец|ца|а|ы|ой)(?!\p{L})/u],
  [family, 'есть несовершеннолетние дети', 'ребен|дет', 'person', /(?<!(?:в отношении|в присутствии|против|(?<!\p{L})с участием) (?:\p{L}+ ){0,2})(?:несовершеннолетн|малолетн)\p{L}{1,3} (?:ребен|дет)|на иждивении[^.;]{0,40}(?:ребен|дет)/u, no('ребен|дет')],
  [family, 'многодетная семья', 'многодетн', 'person', /многодетн/u],
  [family, 'единственный кормилец', 'кормил', 'person', /единственн\p{L}{2,3} кормил/u],
  [family, 'беременность', 'беременн', 'person', /(?:состояни\p{L} )?беременн(?:ость|ости|ой|ая|а)(?!\p{L})/u, no('беременн')],
  [social, 'инвалидность', 'инвалид', 'person', /(?<!\p{L})инвалид(?:ом|а|ность|ности)?(?!\p{L})/u, no('инвалид')],
  [social, 'пенсионный возраст', 'пенси|пожил', 'person', /(?<!\p{L})пенсионер|пенсионн\p{L}{2,3} возраст|пожил\p{L}{2,3} возраст|получателем пенсии по старости/u],
  [social, 'несовершеннолетний', 'несовершеннолетн', 'person', /в отношении (?:\p{L}+ )?несовершеннолетн|(?:явля\p{L}+|будучи) несовершеннолетн|несовершеннолетний возраст/u],
  [social, 'студент', 'студент|обучающ', 'person', /(?<!\p{L})студент(?:ом|а|ка|ки|кой|кою)?(?!\p{L})|обучающ\p{L}{2,3}ся (?:в|на)/u],
  [social, 'тяжёлое заболевание', 'тяжел|онколог', 'person', /тяжел\p{L}{2,3} (?:хроническ\p{L}{2,3} )?(?:заболевани|болезн)|онкологическ/u, no('заболевани')],
  [social, 'иностранный гражданин', 'иностранн|республики|украины|узбекистана|таджикистана|азербайджан', 'person', /(?:явля\p{L}+|будучи|в отношении|гражданин\p{L}{0,2}) [^.;]{0,30}иностранн\p{L}{2,3} (?:граждан|государств)|граждан(?:ина|ки|ин|ка|ином|кой) (?:(?:социалистической |исламской |арабской |народной |кыргызской |киргизской |демократической )*республики(?! (?:адыг|алт|башк|бурят|дагест|ингуш|карел|коми|марий|мордов|саха|север|татар|тыв|хак))|украины|узбекистана|таджикистана|азербайджан)/u, /граждан\p{L}* (?:российской федерации|рф|россии)(?!\p{L})|(?:ранее|прежде|бывш\p{L}+)[^,;.]{0,30} граждан/u],
  [social, 'лицо без гражданства', 'без гражданства', 'person', /лиц\p{L}{1,2} без гражданства/u, /иностранн\p{L}{2,3} граждан\p{L}+ (?:и|или|либо) лиц/u],
  [social, 'беженец', 'беженц', 'person', /(?<!\p{L})беженц|статус\p{L}? беженца/u],
  [social, 'военнослужащий', 'военно|военную', 'person', /(?:явля\p{L}+|будучи|в отношении|проход\p{L}+)[^.;]{0,40}(?:военнослужащ|военную службу)/u],
  [social, 'бездомный', 'бездомн|определенного места', 'person', /без определенного места жительства|бездомн/u],
  [social, 'коренной малочисленный народ', 'малочисленн', 'person', /коренн\p{L}{2,3} малочисленн/u],
  [work, 'активист', 'активист', 'person', /(?:явля\p{L}+|будучи)[^.;]{0,40}активист/u],
  [work, 'журналист', 'журналист|корреспондент', 'person', works('журналист|корреспондент')],
  [work, 'правозащитник', 'правозащитник', 'person', works('правозащитник')],
  [work, 'адвокат', 'адвокатом', 'person', works('адвокатом')],
  [work, 'учитель', 'учител', 'person', works('учител')],
  [work, 'преподаватель вуза', 'преподавател|доцент|профессор', 'person', works('преподавател\\p{L}+ (?:(?:(?!колледж|школ|техникум|лице|гимнази|курс|училищ)[^.;,]){0,80}(?<!\\p{L}))?(?:университет|институт|академи|вуз|кафедр)|доцент|профессор')],
  [work, 'врач', 'врач|фельдшер', 'person', works('врач(?:ом|а)|фельдшер')],
  [work, 'учёный', 'научн', 'person', works('научн')],
  [work, 'художник', 'художник', 'person', works('художник')],
  [work, 'музыкант', 'музыкант', 'person', works('музыкант')],
  [work, 'священнослужитель', 'священн|пастор|имам', 'person', works('священник|священнослужител|пастор|имам')],
  [work, 'депутат', 'депутат', 'person', works('депутат')],
  [work, 'предприниматель', 'предпринимател', 'person', /индивидуальн\p{L}{2,3} предпринимател/u],
  [work, 'рабочий', 'рабоч|слесар|машинист|водител|токар|сварщик', 'person', works('рабоч|разнорабоч|слесар|машинист|водител|токар|сварщик')],
  [work, 'государственный служащий', 'служащ', 'person', works('государственн\\p{L}{2,3} (?:граждан\\p{L}+ )?служащ')],
  [work, 'без постоянной работы', 'безработн|работающ|работает|трудоустр|официально|дохода|места работы', 'person', /(?<!\p{L})(?:не ?работа(?:ющ\p{L}+|ет)(?! (?:в (?!настоящ|данн|связи|силу|течени|период|последн|виду)|на (?!момент|настоящ|данн|сегодня|день|дату)|(?!никем|совсем|замужн|домохоз|пенсион|студент)\p{L}+(?:[оеё]м|[оеё]й)(?!\p{L})))|безработн\p{L}{2,3}|не трудоустроен\p{L}*|официально не (?:работа|трудоустро)\p{L}+|отсутствие у \p{L}+ (?:постоянного )?(?:источника дохода|места работы))(?!\p{L})/u],
  [network, 'ВКонтакте', 'контакте|vk', 'story', /в ?контакте(?=[»"\s,.)(]|$)|vk\.com|vkontakte/u, /в контакте с/u],
  [network, 'Одноклассники', 'одноклассники|ok.ru', 'story', /социальн\p{L}{2,3} сет\p{L} [«"]?одноклассники|ok\.ru|[«"]одноклассники/u],
  [network, 'Телеграм', 'телеграм|telegram|t.me', 'story', /(?<!\p{L})теле(?:грам|грамм)(?!\p{L}{3})|telegram|(?<!\p{L})t\.me/u, inPrivate],
  [network, 'Ютуб', 'ютуб|youtube', 'story', /ютуб|youtube/u],
  [network, 'Фейсбук', 'фейсбук|facebook', 'story', /фейсбук|facebook/u],
  [network, 'Инстаграм', 'инстаграм|instagram', 'story', /инстаграм|instagram/u],
  [network, 'Твиттер', 'твиттер|twitter', 'story', /твиттер|twitter/u],
  [network, 'Тикток', 'тик|tik', 'story', /тик-?ток|tik ?tok/u],
  [network, 'Ватсап', 'ватсап|вотсап|whatsapp', 'story', /ватсап|вотсап|whatsapp/u, inPrivate],
  [network, 'ЖЖ', 'журнал|livejournal', 'story', /живо\p{L}{1,2} журнал|livejournal/u],
  [deed, 'одиночный пикет', 'пикет', 'story', picketsAlone],
  [deed, 'митинг', 'митинг', 'story', takesPart('митинг')],
  [deed, 'шествие', 'шестви', 'story', takesPart('шестви')],
  [deed, 'демонстрация', 'демонстраци', 'story', /(?:в форме|участи\p{L} в|провел\p{L}*|организовал\p{L}*) демонстраци/u, /демонстраци\p{L} (?:символик|атрибутик|нацист)/u],
  [deed, 'плакат', 'плакат', 'story', /(?<!\p{L})плакат/u],
  [deed, 'листовки', 'листов', 'story', /(?<!\p{L})листов(?:к|ок)/u],
  [deed, 'надпись или граффити', 'граффити|надпис', 'story', /(?:нан(?:ес|осил)|выполнил|нарисовал|изобразил)\p{L}*[^.;]{0,60}граффити|нан(?:ес|осил)\p{L}*[^.;]{0,60}надпис|выполнил\p{L}*[^.;]{0,30}надпис/u],
  [deed, 'наклейка', 'накле|стикер', 'story', /(?<!\p{L})накле(?:йк|ек)|(?<!\p{L})стикер/u],
  [deed, 'публикация', 'размест|публикова|выложил', 'story', /(?:размест(?:ил|ив)|опубликова(?:л|в)|публикова(?:л|в)|выложил)/u],
  [deed, 'репост', 'репост', 'story', /(?:сдела|осуществ|размест|опубликова|путем|посредством|виде|репостну)\p{L}*[^.;]{0,60}репост|репостнул/u],
  [deed, 'комментарий', 'комментари', 'story', /(?:размест(?:ил|ив)|остав(?:ил|ив)|опубликовал|написал)\p{L}*[^.;]{0,80}комментари/u],
  [deed, 'лайк', 'лайк|отметк', 'story', /(?<!\p{L})лайк|отметк\p{L} «?(?:нравится|мне нравится)/u],
  [deed, 'выкрикивание лозунгов', 'скандир|лозунг', 'story', /скандир\p{L}+|(?:выкрикив|выкрикну|кричал)\p{L}*[^.;]{0,60}лозунг/u],
  [deed, 'символика', 'символик', 'story', /(?:демонстр|размест|изобра)\p{L}*[^.;]{0,120}символик/u, /пропаганда (?:и|либо)|атрибутики или символики, сходн/u],
  [deed, 'разговор в общественном месте', 'высказ', 'story', /(?:публично|в присутствии|находясь в[^.;]{0,60})[^.;]{0,60}высказ(?:ал|ыва)/u, /размест|интернет/u],
  [deed, 'телефонный разговор', 'телефон', 'story', /(?<!\p{L})(?:в ходе|во время|вел|вела|вести|провел|провела|осуществил|при) (?:\p{L}+ ){0,3}(?:телефонн\p{L}{2,3} разговор|разговор\p{L}* по телефону)/u, /узнал|стало известно/u],
  [deed, 'возложение цветов', 'цвет', 'story', /возлож\p{L}+ цвет|возлагал\p{L}* цвет/u],
  [deed, 'сбор подписей', 'подпис', 'story', /сбор\p{L}? подписей|собирал\p{L}* подписи/u],
  [deed, 'перевод денег', 'перев|перечислил', 'story', /(?:перевел|перевела|перечислил|осуществил\p{L}? перевод)\p{L}*[^.;]{0,60}(?:денежн|рубл)/u],
  [deed, 'интервью', 'интервью', 'story', /(?:дал|дала|давал) интервью/u],
  [deed, 'неповиновение полиции', 'неповиновени|требовани|распоряжени', 'story', /неповиновени\p{L} законн|(?:(?<!\p{L})не (?:подчинил|выполнил|отреагировал)|отказал)\p{L}*[^.;]{0,60}(?:законн\p{L}{2,3} )?(?:требовани|распоряжени)[^.;]{0,80}(?:полиц|инспектор|должностн)/u, /должностн\p{L}+ лица о прохождении [^.;]{0,40}освидетельствовани/u],
  [deed, 'повреждение имущества', 'повредил|разбил|сломал', 'story', /(?:повредил|разбил|сломал)\p{L}*[^.;]{0,80}(?:имуществ|принадлежащ|стекл|двер|автомобил)/u],
]
const ofPerson = /смягчающ|личност|имущественн\p{L}{2,3} положени|состояни\p{L} здоровья|женат|замуж|браке|иждивении|работа\p{L}+|студент|инвалид|(?:явля|будучи)/u
const unproven = /(?<!\p{L})в (?:[\p{L}-]+ ){0,3}(?:жалоб|возражени|представлени)\p{L}{1,2}(?!\p{L})|(?:адвокат|защитник)\p{L}{0,2} (?:[^,;]{0,60} )?(?:указыва|ссыла|счита|полага|прос|обраща)\p{L}+|дело выделено|выделен\p{L}* в отдельн|(?<!\p{L})не (?:подтвержд|доказан)|(?<!\p{L})не наш(?:ел|л[аио]) (?:\p{L}+ )?подтвержд|несостоятел|надуман|критически (?:относ|оцен|расцен)|(?:относ|оцен)\p{L}+ критически|опроверга(?:ет|ют)ся|отверга|доказательств\p{L}{0,2} (?:того|об?(?! ин)|наличия(?! отягч))[ ,][^;]{0,160}(?:(?<!\p{L})не (?:представл|имеется)|отсутств|нет)|просил\p{L}* прекратить/u

/** Longer stems first, so that the alternation prefers them. */
const stems = [...new Set(rows.flatMap(row => row[2].split('|')))].sort((left, right) => right.length - left.length)
const anyStem = new RegExp(stems.map(stem => stem.replace('.', '\\.')).join('|'), 'g')
const rowsByStem = new Map(
  stems.map(stem => [stem, rows.filter(row => row[2].split('|').some(own => stem.startsWith(own)))] as const),
)
function rowsFor(plain: string): Set<Row> {
  const wanted = new Set<Row>()
  anyStem.lastIndex = 0
  for (let found = anyStem.exec(plain); found !== null; found = anyStem.exec(plain)) {
    for (const row of rowsByStem.get(found[0]) ?? []) wanted.add(row)
    anyStem.lastIndex = found.index + 1
  }
  return wanted
}

export function circumstances(
  plainText: string,
  sentences: () => readonly FactSentence[],
  accused: readonly Name[],
): Facts['defence_params'] {
  const wanted = rowsFor(plainText)
  if (wanted.size === 0) return []
  const found: Facts['defence_params'][number][] = []
  const all = sentences()
  for (const [at, sentence] of all.entries()) {
    const { plain, isOpening } = sentence
    for (const row of wanted) {
      const [key, value, , where, words, not] = row
      if (where === 'story' && isOpening) continue
      const told = words.exec(plain)
      if (told === null || not?.test(withoutAggravating(plain))) continue
      if (where === 'person' && isOwnStatement(plain, told.index, told.index + told[0].length)) continue
      if (where === 'person' && !isOpening && (!ofPerson.test(plain) || tellsOfOthers.test(plain) || unproven.test(plain) || goesOnAboutOther(all.slice(Math.max(0, at - 4), at), plain, told.index, accused))) continue
      const end = told.index + told[0].length
      if (where === 'story' ? isUndone(plain, told.index, end) : isDenied(plain, told.index, end)) continue
      if (where === 'person' ? isOfAnother(sentence, row, told.index, end, accused) : isDoneByOther(sentence.written(), told.index, end, accused) || isDoneByThem(all[at - 1], plain, told.index, accused)) continue
      if (sentence.isOfLaw()) continue
      wanted.delete(row)
      found.push({ key, value, evidence: sentence.evidence() })
    }
  }
  return found
}

/** A spouse and children are kin by nature; illness, work and citizenship of kin are not the accused's. */
function isOfAnother(
  { plain, written, isOpening }: FactSentence,
  [key, value]: Row,
  start: number,
  end: number,
  accused: readonly Name[],
): boolean {
  if ((key !== family || value === 'беременность') && isOfKin(plain, start, end)) return true
  if (key === family && /(?<!\p{L})(?:мать|отец|сестра|брат|сын|дочь)(?!\p{L})/u.test(clauseBefore(plain, start))) return true
  if (!isOpening && (isSaidByOther(plain, start, accused) || suffers.test(plain.slice(0, start)) || ofCompanion(plain, start))) return true
  return (!(isOpening && /(?<!\p{L})в отношении [^,;]{0,60}$/u.test(plain.slice(0, end))) && isOfOtherName(written(), start, accused)) || (!isOpening && isOfNameAfter(written(), end, accused))
}

/** «ударил студента», «привлёк к труду гражданина …», «с мужем, состоящим в браке»: whoever it was done to, or was there. */
const suffers =
  /(?<!\p{L})(?:(?:удари|похити|оскорби|изби|толкну|нанес)(?:л|ла|в)(?!\p{L})[^;]{0,80}|(?:привлек|допусти)\p{L}* (?:\p{L}+ )?к (?:труд|работ|осуществлени)[^;]{0,120}|(?:муж|жен(?!ат)|супруг)\p{L}{1,3}, )$/u
/** «с адвокатом, являющимся депутатом»; whoever «проживает с подругой, работает врачом» works themselves. */
const companion =
  /(?<!\p{L})(?:адвокат|защитник|представител|коллег|знаком|друг|подруг)\p{L}{1,3}(?: [\p{L}.]+){0,3}, $/u
const ofCompanion = (plain: string, start: number): boolean =>
  companion.test(plain.slice(0, start)) && !/^(?:работает|является)(?!\p{L})/u.test(plain.slice(start))
const deniedBefore =
  /(?<!\p{L})(?:не |не (?:имеет|имеющ\p{L}+|состо\p{L}+|страда\p{L}+|установлен\p{L}*) [^,;]{0,60}|не (?:явля|относ)\p{L}+ (?:к (?:числу )?)?(?:(?:\p{L}*(?:м|ой|ами|группы)|i{1,3}|[1-3]|и|или)[ ,]+)*)$/u
const deniedAfter =
  /^[^,;]{0,40}(?<!\p{L})(?:не (?:явля|имеет|имеющ|состо|относ|был|установлен|усматрива|подтвержд|страда)|снят[аы]?(?!\p{L}))/u
/** «ранее являлся военнослужащим», but «ранее не судимого инвалида» */
const formerly = /(?<!\p{L})(?:ранее|прежде|в прошлом|до увольнения)(?! (?:не ?)?(?:судим|привлека|был))[^,;]{0,80}$/u
/** «Оснований для применения ч. 3 ст. 3.9 (беременность, инвалидность…) не имеется»; what aggravates is another thing. */
const noSuch =
  /(?:обстоятельств|основани|сведени|данны|ограничени)[^;]{0,240}(?:(?<!\p{L})не (?:установлен|имеется|усматрива|представлен|выявлен)|отсутств)/u
const aggravating = /(?:обстоятельств\p{L}*,? )?отягчающ[^;]*|[^,;]*отягчающ[^,;]*не установлен\p{L}*/gu
const withoutAggravating = (plain: string): string =>
  plain.includes('отягчающ') ? plain.replace(aggravating, '') : plain
const isDenied = (plain: string, start: number, end: number): boolean =>
  deniedBefore.test(plain.slice(Math.max(0, start - 120), start)) ||
  deniedAfter.test(plain.slice(end, end + 80)) ||
  /(?<!\p{L}|(?<!\p{L})не )отрица(?:л|ла|ет|я)(?!\p{L})/u.test(clauseBefore(plain, start, ';')) ||
  formerly.test(plain.slice(Math.max(0, start - 80), end)) ||
  noSuch.test(withoutAggravating(plain))
