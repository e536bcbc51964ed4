import { givenNames, nominativeSurname, patronymicOf } from './given-names.ts'
import type { Token } from './words.ts'

/** Names in a question: a surname with initials, with given name and patronymic, or alone. */
type Written = { to: number; surname: string; rest: string }

const initial = /^\p{Lu}$/u
const given = /^\p{Lu}\p{Ll}+$/u
export const patronymic = /(вич|ич|вна|чна|шна)$/u
export const isName = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^\p{Lu}\p{Ll}+(-\p{Lu}\p{Ll}+)*$/u.test(token.written)
/** «судья мухоморова»: lower case is allowed after a word that announces a person. */
export const withCapital = (
  tokens: readonly Token[],
  at: number,
  isOne: (word: string) => boolean,
): readonly Token[] => {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.written !== token.text || token.text.length < 5 || !isOne(token.text))
    return tokens
  const written = token.text.charAt(0).toUpperCase() + token.text.slice(1)
  return tokens.with(at, { ...token, written })
}
/** Words that look like surnames by their ending. */
const otherWords = new Set(['готов', 'готова', 'здоров', 'здорова', 'основа', 'суров', 'сурова', 'картина', 'военный'])
export const looksAsSurname = (word: string): boolean =>
  /(ов|ев|ова|ева|[кхш]ин|[кхш]ина|ский|цкий|ская|цкая|енко|чук|швили|дзе)$/u.test(word) && !otherWords.has(word)

/**
 * «мухоморова а п», «мухоморова а. п.»: two letters of which the last is no word of what follows, as in «мухоморова а в 2024». One letter may always be a word.
 */
export const withCapitalInitials = (tokens: readonly Token[], at: number): readonly Token[] => {
  const named = withCapital(tokens, at, looksAsSurname)
  const first = at + 1
  const second = first + (tokens[first + 1]?.text === '.' ? 2 : 1)
  const isPointed = tokens[second + 1]?.text === '.'
  const next = tokens[second + (isPointed ? 2 : 1)]
  const areLetters = [first, second].every(one => /^[а-я]$/u.test(tokens[one]?.written ?? ''))
  const isSaid = next === undefined || next.text === ','
  const mayBeWord = next?.kind === 'number' ? /^[авикопсучя]$/u : /^[авикосуя]$/u
  const isInitial = isPointed || isSaid || !mayBeWord.test(tokens[second]?.text ?? '')
  if (!isName(named[at]) || !areLetters || !isInitial) return tokens
  return named.map((token, n) =>
    n === first || n === second ? { ...token, written: token.written.toUpperCase() } : token,
  )
}

/** «Радугодуб В. О.», «Радугодуб Вера Олеговна», «Радугодуб». */
export const nameAt = (tokens: readonly Token[], at: number): Written | undefined => {
  const [surname, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!surname || !isName(surname)) return undefined
  if (second && initial.test(second.written)) {
    let [to, rest] = [at + 1, '']
    while (initial.test(tokens[to]?.written ?? '') && rest.length < 6) {
      rest += ` ${tokens[to]?.written}.`
      to += tokens[to + 1]?.text === '.' ? 2 : 1
    }
    return { to, surname: surname.written, rest: rest.trim() }
  }
  if (
    second &&
    third &&
    given.test(second.written) &&
    given.test(third.written) &&
    patronymic.test(genitiveless(third.written))
  )
    return { to: at + 3, surname: surname.written, rest: `${second.written} ${third.written}` }
  return { to: at + 1, surname: surname.written, rest: '' }
}
const genitiveless = (word: string): string =>
  word.replace(/(ич)(а|у|ем|е)$/, '$1').replace(/(вн|чн|шн)(ы|е|ой|у)$/, '$1а')

/** Dictionary forms of a declined surname, masculine and feminine; undefined when unknown. */
export const nominatives = (surname: string): string[] | undefined => {
  if (/[оеёи][вн]а$/u.test(surname)) return [surname.slice(0, -1), surname]
  if (/(ов|ев|ёв|ин|ын)(ой|у)$/u.test(surname))
    return surname.endsWith('ой') ? [`${surname.slice(0, -2)}а`] : [`${surname.slice(0, -1)}а`, surname.slice(0, -1)]
  if (/(ов|ев|ёв|ин|ын)(ым|ом|е)$/u.test(surname)) return [surname.replace(/(ым|ом|е)$/u, '')]
  if (/[нлдтвр]ого$/u.test(surname)) return [`${surname.slice(0, -3)}ый`]
  if (/(ск|цк)ого$/u.test(surname)) return [`${surname.slice(0, -3)}ий`]
  if (/(ск|цк)ой$/u.test(surname)) return [`${surname.slice(0, -2)}ая`]
  return /[^аеёиоуыэюяй]$/u.test(surname) || /(ко|их|ых)$/u.test(surname) ? [surname] : undefined
}
export const fullName = (surname: string, rest: string): string => [surname, rest].filter(Boolean).join(' ')

/**
 * «Куропаткина Игоря», «Марины Облаковой», «Ветлугиной Марии Олеговны»: a given name or patronymic determines gender
 * and case.
 */
export const namedAt = (
  tokens: readonly Token[],
  at: number,
  isNominative: boolean,
): { to: number; names: string[][] } | undefined => {
  const [one, other, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!one || !other || !isName(one) || !isName(other)) return undefined
  const patronymic = third && isName(third) ? patronymicOf(third.written) : undefined
  const isOblique = patronymic ? !patronymic.isNominative : !isNominative
  const [first, second] = [givenNames(one.written, isOblique), givenNames(other.written, isOblique)]
  // With two given names neither is certainly the surname.
  if (first.length > 0 === second.length > 0) return undefined
  const [surname, given] = second.length > 0 ? [one.written, second] : [other.written, first]
  const names = given
    .filter(({ gender }) => !patronymic || patronymic.gender === gender)
    .flatMap(({ name, gender }) => {
      const plainly = nominativeSurname(surname, gender, !isOblique)
      return plainly === undefined ? [] : [[plainly, name, ...(patronymic ? [patronymic.name] : [])]]
    })
  return names.length > 0 ? { to: at + (patronymic ? 3 : 2), names } : undefined
}
