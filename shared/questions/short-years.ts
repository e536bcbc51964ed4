const ofMonth =
  /^(январ[ьяе]|феврал[ьяе]|март[ае]?|апрел[ьяе]|ма[йяе]|июн[ьяе]|июл[ьяе]|август[ае]?|сентябр[ьяе]|октябр[ьяе]|ноябр[ьяе]|декабр[ьяе])$/u
const joins = /^(и|или|–|-)$/
const within = /^(за|в)$/
const ofYears = /^(год|году|годы|годах|гг)$/u

/**
 * A year by its last two digits: «22-й год», «за 25 год», «с 22 года», «в марте 25 года», «за 24 и 25 год». «25 лет»
 * is a term, and «до 21 года» an age.
 */
export const shortYearOf = (tokens: readonly { text: string }[], at: number): string | undefined => {
  const wordAt = (n: number): string => tokens[at + n]?.text ?? ''
  const [before, own, next] = [wordAt(-1), wordAt(0), wordAt(1)]
  if (/^[0-3]\d-\p{L}/u.test(own)) return next.startsWith('год') ? `20${own.slice(0, 2)}` : undefined
  const [, from, to] = /^([12]\d)(?:-([12]\d))?$/.exec(own) ?? []
  if (from === undefined) return undefined
  if (to !== undefined) return from < to && within.test(before) && ofYears.test(next) ? `20${from}-20${to}` : undefined
  const isAlone =
    next === 'году' ||
    (before === 'за' && next === 'год') ||
    (ofMonth.test(before) && /^(года?|г)$/u.test(next)) ||
    (own !== '21' && /^(с|после|до|начала|конца)$/u.test(before) && next === 'года')
  const beginsList = within.test(before) && joins.test(next) && ofYears.test(wordAt(3))
  const endsList = joins.test(before) && within.test(wordAt(-3)) && ofYears.test(next)
  return isAlone || beginsList || endsList ? `20${from}` : undefined
}
