/**
 * Names in decisions: «Ветрогонов Пётр Ильич», «Ветрогонова П. И.», «П.И. Ветрогонов», «ООО «Заречье»», and masks: «ФИО1», «П.И.», «А.»,
 * «<данные изъяты>», «***».
 */
export type Name = {
  written: string
  start: number
  end: number
  stem: string
  initials: string
  /** Beginning of a given name that is written out: brothers may share initials. */
  given: string
  isHidden: boolean
}
/** What begins a sentence before a name: «Признать», «ПРИВЛЕЧЬ», «Подсудимого». */
const notSurname = String.raw`(?!(?:\p{Lu}\p{Ll}{3,}(?:[аиеу]ть|чь)|\p{Lu}{4,}(?:[АИЕУ]ТЬ|ЧЬ)|(?:Подсудим|Осужд[её]нн|Обвиняем)(?:ый|ого|ому|ым|ая|ой|ую|ые|ых)|Гражданин(?:а|у|ом|е)?|Гражданк(?:а|и|у|е|ой))(?!\p{L}))`
const surname = String.raw`${notSurname}(?:\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?|\p{Lu}{3,}(?:-\p{Lu}{3,})?)`
const patronymic = String.raw`(?:\p{Lu}\p{Ll}*(?:вич|ьич|мич|кич|нич|тич|овн|евн|ичн)\p{Ll}{0,3}|\p{Lu}*(?:ВИЧ|ЬИЧ|МИЧ|КИЧ|НИЧ|ТИЧ|ОВН|ЕВН|ИЧН)\p{Lu}{0,3})`
const given = String.raw`\p{Lu}[\p{Ll}\p{Lu}]+`
const son = '(?:оглы|угли|кызы|гызы|кизи|оглу|Оглы|Угли|Кызы)'
const initials = String.raw`\p{Lu}\. ?(?:\p{Lu}\.?|[Оо]глы)(?!\p{L})`
const initialsBefore = String.raw`(?:\p{Lu}\. ?\p{Lu}\. ?|${initials} ?)`
const firm = String.raw`(?:ООО|ОАО|ПАО|ЗАО|НАО|АО|АНО|НКО|\p{Lu}{0,4}(?:ОО|[БКАО]У|У[ПЗК])(?: (?:ВО|ВПО|ДО|СПО|РА))?|СНТ|ТСЖ|КФХ|ТСН|СПК|ГСК|[Оо]бществ\p{Ll}{1,2} с ограниченной ответственностью|(?:[Пп]убличн\p{Ll}+ |[Зз]акрыт\p{Ll}+ |[Оо]ткрыт\p{Ll}+ )?[Аа]кционерн\p{Ll}+ обществ\p{Ll}{1,2}|(?:(?:[Аа]втономн|[Мм]униципальн|[Гг]осударственн|[Бб]юджетн|[Нн]екоммерческ|[Оо]бщественн|[Рр]елигиозн|казенн|унитарн|благотворительн|местн)\p{Ll}+ ){0,3}(?:[Оо]рганизаци|[Пп]редприяти|[Уу]чреждени|[Фф]онд|[Пп]артнерств|[Тт]овариществ|[Кк]ооператив)\p{Ll}{0,3})`
const company = new RegExp(String.raw`(?<!\p{L})${firm} ?[«"“][^»"”\n]{1,80}[»"”]+`, 'gu')
const mayBeCompany = /[«"“]/
const hiddenName = String.raw`(?<![\p{L}.])\p{Lu}-\p{Ll}{1,4}(?:(?: ?\p{Lu}\.){1,2}|(?!\p{L}| \p{Lu}|-))|ФИО ?-?\d*|(?<!\p{L})[Фф]ио ?-?\d+|Ф\.И\.О\.? ?-?\d*|<[^<>\n]{0,60}>|\{[^{}\n]{1,40}\}|\*{3,}|\[[^\]\n]{1,40}\]|(?<![\p{L}.])(?<!(?:г|ул|ст|д|им|п)\. )\p{Lu}\.(?: ?\p{Lu}\.){0,2}(?! ?(?:\p{Lu}\p{Ll}|[\d«"]))|(?<![\p{L}«"-])[А-ЯЁ]{3}(?![\p{L}«"-])(?! [«"])`
/** «гражданина Республики Узбекистан Каримова Жасура»: without a patronymic a name is known by the country before it. */
const country =
  '(?:Узбекистана?|Таджикистана?|Казахстана?|Туркмени(?:и|стана?)|К[иы]рг[иы]з(?:и[ия]|стана?)|Азербайджана?|Армени[ия]|Грузии|Украины|Белорусси[ия]|Беларусь|Молдов[аы]|Вьетнама?|Китая|Индии|Турции|Турецкой Республики|К[иы]ргызской Республики|Китайской Народной Республики|Арабской Республики|Египта?|Сирии|Ирана?|Ирака?|Афганистана?|Пакистана?|Бангладеш|Нигерии?|Камеруна?)'
const foreign = String.raw`(?<=граждан\p{Ll}{2,3} (?:[\p{L}-]+ ){0,3}${country} )(?!Отдел|Управлени|Министерств|Главн|Республик|Государств|Посольств|Консульств|Межрайонн)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,2}(?![\p{L}«"]| \p{Lu}| [«"])`
/** «в отношении Каримова Жасура, 1996 года рождения, гражданина Республики Узбекистан», or where the words after «в отношении» begin. */
const foreignBefore = String.raw`(?<=^ {0,3}|отношении:? )(?!Отдел|Управлени|Министерств|Индивидуальн|Обществ|Главн)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,2}(?=,(?:[^,;\n]{0,60}(?:рожд|родивш|урожен|г\. ?р)[^,;\n]{0,60},){0,2} (?:уроженца и )?граждан\p{Ll}{2,3} (?:[\p{L}-]+ ){0,3}${country}(?!\p{L}))`
const anyName = new RegExp(
  String.raw`(?=[\p{Lu}ф<{*\[])(?:(?:(?<!\p{L})${surname} ${given} (?:${given} ${son}|${patronymic}|${son}))|(?<short>(?<!\p{L})${surname} ?${initials})|(?<reversed>(?<![\p{L}.])${initialsBefore}${surname})|(?<one>(?<!\p{L})${surname} \p{Lu}\.(?!\p{L}| ?\d))|(?<foreign>${foreign}|${foreignBefore})|(?<hidden>${hiddenName}))`,
  'gu',
)
const notNames =
  /^(?:ООО|ОАО|ЗАО|ПАО|АНО|МВД|ФСБ|УПК|ГИБ|ДПС|РСФ|ЗАГ|УФК|КБК|БИК|УИН|ИНН|КПП|ГПК|УИК|МРО|ЦПЭ|ОВД|УВД|СССР|США|КНР|ОАЭ|РФ|АПК|КАС|НДС|ИВС|ПДД|ТРК|ФКУ|МУП|ГУП|СИЗ|ЕСР|ОПГ|ОРМ|ДТП|ПНД|ТЦ|ЖКХ|СМИ|ЛГБ|ЕГР|УВМ|СНТ|КФХ|НКО|ПНО|РОВ|МРИ|ФНС|ПФР|ОКТ|СУД|ДЛЯ|ЧТО|КАК|ЕГО|ПРИ|НЕМ|ВИН|СТР|ОСП|ССП|ФИО|ИМЕ)$/

/** «<адрес>», «{Дата изъята}» hide something else than a name. */
const ofOtherFact = /^[<{[](?:адрес|дат[аы]|место|номер|сумм|телефон)/i

export function namesInText(written: string): Name[] {
  const companies = mayBeCompany.test(written) ? companiesIn(written) : []
  const names: Name[] = [...companies]
  for (const match of written.matchAll(anyName)) {
    const { reversed, hidden } = match.groups ?? {}
    const whole = match[0].replace(/\s+/g, ' ')
    if (hidden !== undefined && (notNames.test(whole) || ofOtherFact.test(whole))) continue
    if (/^(?:Российск|Уголовн|Конституционн|Верховн|Федеральн|Судь|Именем|Руководств|Постановлени)/u.test(whole))
      continue
    if (companies.some(({ start, end }) => match.index >= start && match.index < end)) continue
    const words = whole.split(/[ .]+|(?<=\p{Ll})(?=\p{Lu}\.)/u).filter(Boolean)
    const family = hidden !== undefined ? whole.replace(/\s/g, '') : (words.at(reversed === undefined ? 0 : -1) ?? '')
    const others = hidden !== undefined ? [] : reversed === undefined ? words.slice(1) : words.slice(0, -1)
    names.push({
      written: whole,
      start: match.index,
      end: match.index + match[0].length,
      stem: stemOf(family, hidden !== undefined),
      initials: smallLetters(
        others
          .slice(0, 2)
          .map(word => word.charAt(0))
          .join(''),
      ),
      given: (others[0]?.length ?? 0) > 1 ? givenOf(others[0] ?? '') : '',
      isHidden: hidden !== undefined,
    })
  }
  return companies.length === 0 ? names : names.toSorted((left, right) => left.start - right.start)
}

export const maskNamed = (mask: string): Name => {
  const written = mask.trim()
  return { written, start: 0, end: mask.length, stem: stemOf(written, true), initials: '', given: '', isHidden: true }
}

const companiesIn = (written: string): Name[] =>
  [...written.matchAll(company)].map(({ index, 0: whole }) => ({
    written: whole,
    start: index,
    end: index + whole.length,
    stem: stemOf(/[«"“]([^»"”]*)/.exec(whole)?.[1] ?? whole, true),
    initials: '',
    given: '',
    isHidden: false,
  }))
const smallLetters = (name: string): string => name.toLowerCase().replaceAll('ё', 'е')
const givenOf = (name: string): string => smallLetters(name).replace(/^ль/, 'ле').slice(0, 2)
const stemOf = (family: string, isWhole: boolean): string => {
  const plain = smallLetters(family)
  return isWhole ? plain : plain.slice(0, Math.max(3, Math.min(plain.length - 2, 8)))
}
export const isSameName = (left: Name, right: Name): boolean => {
  if (left.isHidden || right.isHidden) return left.stem === right.stem
  const length = Math.min(left.stem.length, right.stem.length)
  if (left.stem.slice(0, length) !== right.stem.slice(0, length)) return false
  if (left.given !== '' && right.given !== '' && left.given !== right.given) return false
  const shared = Math.min(left.initials.length, right.initials.length)
  return left.initials.slice(0, shared) === right.initials.slice(0, shared)
}

/** Each person once, as named first. */
export const distinctNames = (names: readonly Name[]): Name[] =>
  names.filter((name, at) => names.findIndex(one => isSameName(one, name)) === at)

const taking =
  /(?<!\p{L})(?:судь|защитник|адвокат|прокурор|обвинител|потерпевш|секретар|свидетел|представител|переводчик|председательствующ|законн|следовател|дознавател|инспектор|специалист|эксперт|начальник|помощник)\p{L}* ?(?:(?!жалоб|подсудим|осужд|обвиня|интерес|привлекаем|лица)\p{Ll}+ ){0,2}[–—-]? ?$|(?<!\p{L})суда? $/u
/** A firm whose director or worker is accused is not the accused. */
export const isEmployer = (plainBefore: string): boolean =>
  /(?<!\p{L})(?:(?:директор|руководител|работник|учредител|сотрудник|бухгалтер|председател|заведующ|менеджер|продавц)\p{L}*|должностно\p{L}{1,2} лиц\p{L}{1,2}(?: [–—-])?|(?:работающ|обучающ)\p{L}{2,3}(?: \p{L}+){0,3}) $/u.test(
    plainBefore.slice(-60),
  )
/** «по ч. 1 ст. 159 УК РФ (преступление в отношении Котова И. И.)», «эпизод хищения имущества Котова И. И.»: whom the offence was against. */
export const isVictim = (plainBefore: string): boolean => against.test(plainBefore.slice(-200))
const against =
  /\([^()]{0,200}$|(?<!(?:дел|материал|протокол)\p{L}{0,3} (?:об?|по(?= факт)) (?:[\p{L}-]+ ){0,3})(?<!\p{L})(?:преступлени|эпизод|деяни|хищени|факт|насили|угроз|имуществ)\p{L}*(?: \p{L}+){0,3} (?:в отношении|у|против|от) (?:[\p{L}-]+ ){0,3}$|(?<!\p{L})(?:эпизод|хищени|имуществ)\p{L}* (?:(?!отношении |обвинению )[\p{L}-]+ ){0,4}$/u
/** «врача ГБУЗ «Заречье» Ветрогонова П. И.»: a firm right before whoever works there is not the accused either. */
export const isWorkplace = (name: Name, names: readonly Name[], plainBefore: string): boolean =>
  /[«"“]/.test(name.written) &&
  (isEmployer(plainBefore) ||
    names.some(({ start, written, isHidden }) => start === name.end + 1 && (!isHidden || /^фио/i.test(written))))
export const isParticipant = (plainBefore: string): boolean => taking.test(plainBefore.slice(-80))
