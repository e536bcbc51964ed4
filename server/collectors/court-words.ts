import {
  lazily,
  referenceAppealResults,
  referenceEventResults,
  referenceEventTypes,
  referenceResultTypes,
} from '../db/reference/tables.ts'
import { tidy } from './read-html.ts'

/** A truncated title («… оформления других ма...») matches when only one title begins so. */
type Vocabulary = { find: (written: string) => string | undefined }

/** Normalises a word for comparison: letter case, ё and spaces are ignored. */
export const fold = (text: string): string => tidy(text).toLowerCase().replaceAll('ё', 'е')

/** A shorter prefix does not identify a title. */
const fewestLetters = 10

export function vocabulary(titles: readonly string[]): Vocabulary {
  const byFold = new Map(titles.map(title => [fold(title), title]))
  return {
    find: written => {
      const folded = fold(written)
      const exact = byFold.get(folded) ?? byFold.get(folded.replace(/(?<!\.)\.$/, ''))
      if (exact !== undefined) return exact
      const cut = /^(.*?)\s*(?:\.{3}|…)$/.exec(folded)?.[1]
      if (cut === undefined || cut.length < fewestLetters) return undefined
      const begun = [...byFold].filter(([known]) => known.startsWith(cut))
      return begun.length === 1 ? begun[0]?.[1] : undefined
    },
  }
}

/** «Уголовное дело ПРЕКРАЩЕНО⏎назначена мера…»: the known title is the result, the rest is its ground. */
export function readResult(words: Vocabulary, written: string): { title: string; ground?: string } | undefined {
  const [first = '', ...lines] = written.split('\n')
  const [, bare = first, brackets = ''] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(first) ?? []
  for (const [part, ...ground] of [[written], [first, ...lines], [bare, brackets, ...lines]]) {
    const title = part === undefined ? undefined : words.find(part)
    const said = ground.map(tidy).filter(Boolean).join('; ')
    if (title !== undefined) return { title, ...(said === '' ? {} : { ground: said }) }
  }
  return undefined
}
export const knownResult = (words: Vocabulary, written: string): string | undefined => readResult(words, written)?.title

const once = (titles: () => readonly { title: string }[]): (() => Vocabulary) =>
  lazily(() => vocabulary(titles().map(({ title }) => title)))

export const words = {
  result: once(referenceResultTypes),
  event: once(referenceEventTypes),
  event_result: once(() => [...referenceEventResults(), ...referenceResultTypes()]),
  appeal_result: once(() => [...referenceAppealResults(), ...referenceResultTypes()]),
}

/**
 * Whether words that no list has tell how a case ended, and not how it goes: «Назначено наказание», not «Сдано в архив». Why it did
 * is no part of that: «Прекращено за истечением срока», «Отложено в связи с отказом защитника».
 */
export const saysOutcome = (written: string): boolean => {
  const said = written.replace(reason, '')
  return knownResult(words.result(), written) !== undefined || (outcome.test(said) && !onTheWay.test(said))
}
const reason = / (?:в связи с|за|ввиду|из-за|вследствие)(?!\p{L})(?!.{0,200}прекра[тщ]).*$/isu
const outcome =
  /приговор|осужд|оправдан|наказани|штраф|(?<!\p{L})арест(?!ован)|лишени[ея]|(?:обязательн|исправительн)\p{L}{2} работ|приостановлени\p{L} деятельн|предупрежден|выдвор|дисквалификац|конфискац|принудительн|привлеч[её]н|прекра[тщ]|возвра[тщ]|подсудн|подведомств|удовлетвор|отказ|без (?:изменени|рассмотрени)|отмен|измен[её]н|(?<!\p{L})(?:присо|объ|со)един|снят|отозван|примирени|раскаяни|амнисти|виновн|освобо[жд]|замечани|территориальн|^вынес\p{L}{2,3} (?:постановление|решение)(?: по |$)|(?:передан|направлен)\p{L}{0,2} (?:прокурору|мировому судье|в (?:другой|иной) суд)/iu
const onTheWay =
  /ходатайств|отвод|заявлени[ея]|заседани|слушани|свидетел|эксперт|исполнени|(?<!испытательн\p{L}{2,3} )срок(?!ом |\p{L}{0,3} (?:\p{L}{1,20} )?давност| \d)|ожида|обжал|не вступ|без движения|вышестоящ|архив|экспедици|канцеляри|делопроизводств|(?<!мировому )судье|разъяснен/iu
