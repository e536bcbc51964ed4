import { showDate } from '#shared/domain/dates.ts'
import type { Gender } from '#shared/domain/outcomes.ts'
import { plural } from '#shared/domain/wording.ts'
import { dayToIso } from './calendar.ts'
import type { Matter } from './matters.ts'
import type { Grammar, Persona } from './names.ts'

/** Numbers, courts and articles as decisions write them, and template substitution. */
// biome-ignore format: numerals read best in rows
const units = [
  '', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять', 'одиннадцать', 'двенадцать',
  'тринадцать', 'четырнадцать', 'пятнадцать', 'шестнадцать', 'семнадцать', 'восемнадцать', 'девятнадцать',
]
// biome-ignore format: numerals read best in rows
const tens = ['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят', 'шестьдесят', 'семьдесят', 'восемьдесят', 'девяносто']
// biome-ignore format: numerals read best in rows
const hundreds = [
  '', 'сто', 'двести', 'триста', 'четыреста', 'пятьсот', 'шестьсот', 'семьсот', 'восемьсот', 'девятьсот',
]
const below1000 = (value: number, feminine: boolean): string => {
  const rest = value % 100
  const last = rest < 20 ? rest : rest % 10
  const unit = feminine && last === 1 ? 'одна' : feminine && last === 2 ? 'две' : units[last]
  return [hundreds[Math.floor(value / 100)], rest < 20 ? '' : tens[Math.floor(rest / 10)], unit]
    .filter(Boolean)
    .join(' ')
}
/** «пятнадцать тысяч пятьсот»; up to ten million. */
export function numberWords(value: number): string {
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  return [
    millions === 0 ? '' : `${below1000(millions, false)} ${plural(millions, ['миллион', 'миллиона', 'миллионов'])}`,
    thousands === 0 ? '' : `${below1000(thousands, true)} ${plural(thousands, ['тысяча', 'тысячи', 'тысяч'])}`,
    below1000(value % 1000, false),
  ]
    .filter(Boolean)
    .join(' ')
}
export const collective: Readonly<Record<number, string>> = { 2: 'двое', 3: 'трое', 4: 'четверо' }

export const articleIn = ({ codex, article_number, part }: Matter): string =>
  `${part ? `ч.\u00a0${part} ` : ''}ст.\u00a0${article_number} ${codex === 'koap' ? 'КоАП' : 'УК'}\u00a0РФ`

export function courtGenitive(title: string): string {
  const found = /^(.*?)([Сс]уд)(?!\p{L})(.*)$/u.exec(title)
  if (found === null) return title
  const [, before = '', court = '', after = ''] = found
  const bent = before.replace(/(\p{L}+?)(ий|ый|ой)(?=\s|-|$)/gu, (_, stem: string, ending: string) =>
    ending === 'ий' && !/[гкхц]$/u.test(stem) ? `${stem}его` : `${stem}ого`,
  )
  return `${bent}${court}а${after}`
}
export const cityWords = (city: string): string => (/^\p{Ll}+\. /u.test(city) ? city : `г.\u00a0${city}`)
export const dateWords = (day: number): string => `${showDate(dayToIso(day))}\u00a0года`

/** Fills `{name}` with words and `{он|она|оно}` by gender. */
export function fillPhrase(phrase: string, words: Readonly<Record<string, string>>, gender: Gender): string {
  const form = gender === 'm' ? 0 : gender === 'f' ? 1 : 2
  return phrase.replace(/\{([^{}]*)\}/g, (_, inside: string) => {
    if (!inside.includes('|')) return words[inside] ?? ''
    const forms = inside.split('|')
    return forms[form] ?? forms[0] ?? ''
  })
}

export const namesOf = (who: Persona): Record<Grammar, string> => ({
  nom: who.short('nom'),
  gen: who.short('gen'),
  dat: who.short('dat'),
  acc: who.short('acc'),
  ins: who.short('ins'),
})
export const genderOf = ({ kind, gender }: Persona): Gender => (kind === 'company' ? 'na' : gender)
