import { commonPart, endings, type Token } from './words.ts'

/**
 * Corrects a misspelled word, only to words of the lists below, which differ from each other by more than one edit. The
 * original words are shown next to the reading, so that no correction is hidden.
 */
// biome-ignore format: a list reads best as one
const known: readonly string[] = [
  'штраф', 'арест', 'апелляция', 'дискредитация', 'иноагент', 'приостановление', 'дезертирство', 'самовольное', 'выдворение', 'обязательные', 'мошенничество', 'предупреждение',
  'прекращено', 'отменено', 'возвращено', 'оставлено', 'назначено', 'поступило', 'заседание', 'решено', 'сутки', 'женщины', 'мужчины', 'апелляционная', 'условный',
  'терроризм', 'экстремизм', 'неуважение', 'оскорбление', 'наркотики', 'пропаганда', 'символика', 'вандализм', 'убийство', 'клевета', 'лишение', 'свободы', 'неповиновение', 'хулиганство', 'дисквалификация', 'конфискация', 'исправительные', 'принудительные', 'административные', 'уголовные',
  'область', 'областной', 'наказание', 'наказания', 'наказаний', 'теракт', 'террорист', 'постановление', 'заключение', 'защитник', 'прокурор', 'участник', 'протокол', 'избранное', 'районный', 'городской', 'гарнизонный', 'республика', 'конфисковано', 'изнасилование', 'вымогательство', 'судебный', 'Ставрополье', 'кража', 'разбой', 'грабёж', 'побои', 'шпионаж', 'госизмена', 'диверсия', 'реабилитация', 'нацизма', 'осуждение', 'принудительное', 'дисциплинарная', 'пожизненное', 'оштрафовали', 'арестовали', 'опубликован', 'неопубликованный', 'обжалование', 'рассмотрено', 'удалённые', 'исчезнувшие', 'подсудимый', 'обвиняемый', 'экстремистский', 'арестованные', 'январь', 'февраль', 'апрель', 'август', 'сентябрь', 'октябрь', 'ноябрь', 'декабрь',
  'Москва', 'Петербург', 'Санкт-Петербург', 'Екатеринбург', 'Новосибирск', 'Краснодар', 'Красноярск', 'Владивосток', 'Хабаровск', 'Челябинск', 'Волгоград', 'Воронеж',
  'Ярославль', 'Архангельск', 'Ульяновск', 'Оренбург', 'Кемерово', 'Мурманск', 'Иркутск', 'Ставрополь', 'Астрахань', 'Севастополь', 'Симферополь', 'Нижний', 'Новгород',
  'Калининград', 'Петрозаводск', 'Сыктывкар', 'Чебоксары', 'Махачкала', 'Нижневартовск', 'Татарстан', 'Башкортостан', 'Башкирия', 'Дагестан',
]
const stems = known.map(word => commonPart(word.toLowerCase(), true))
/** Two edits are allowed for towns without a near neighbour: «Красногорск» matches only itself. */
const alone = new Set(['Екатеринбург', 'Санкт-Петербург'].map(word => commonPart(word.toLowerCase(), true)))
const allowed = (stem: string): number => (alone.has(stem) ? 2 : 1)

/** Edit distance with substitutions, deletions, insertions and transpositions. */
export const slips = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (last?.[j] ?? most) + 1,
        (row[j - 1] ?? most) + 1,
        (last?.[j - 1] ?? most) + (isSame ? 0 : 1),
        isExchanged ? (before?.[j - 2] ?? most) + 1 : most + 9,
      )
    }
    ;[before, last] = [last, row]
  }
  return last?.[other.length] ?? most + 1
}

/** The corrected token; undefined when none or several of these words match. */
export const meant = (token: Token): Token | undefined => {
  if (token.kind !== 'word' || token.text.length < 4) return undefined
  const found = stems.flatMap(stem => {
    // «шраф»: a short word is only corrected to a longer one.
    if (token.text.length < 5 && stem.length < 5) return []
    const most = allowed(stem)
    const ending = endings.find(
      one =>
        token.text.endsWith(one) &&
        token.text[0] === stem[0] &&
        slips(token.text.slice(0, token.text.length - one.length), stem, most) <= most,
    )
    return ending === undefined ? [] : [`${stem}${ending}`]
  })
  // «прекращеные дела»
  const doubled = /^(\p{L}{3,}[еая]н)(ые|ый|ая|ое|ого|ой|ую|ых|ым|ыми|ом)$/u.exec(token.text)
  if (doubled) found.push(`${doubled[1]}н${doubled[2]}`)
  const [one, ...others] = new Set(found.filter(word => word !== token.text))
  if (one === undefined || others.length > 0) return undefined
  const isCapital = /^\p{Lu}/u.test(token.written)
  return { ...token, text: one, written: isCapital ? one.charAt(0).toUpperCase() + one.slice(1) : one }
}
