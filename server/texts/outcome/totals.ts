import { amountsIn } from './amounts.ts'

/** The total of several offences or verdicts (УК 69, 70): it stands instead of what each of them was given. */
const count = String.raw`(?:[2-5]|втор\p{L}{2,3}|треть\p{L}{1,3}|четверт\p{L}{2,3}|пят\p{L}{2,3})`
/** «ч. 3 ст. 69», «ст. 69 ч. 3», «части третьей статьи 69», «ст. 74, ст. 70», but not ч. 1 ст. 69, nor an article of other laws. */
const article = String.raw`(?<!(?<!\p{L})ч(?:аст\p{L}{1,3}|\.)? ?(?:1|перв\p{L}{2,3}) ?)(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.) ?(?:7[14](?: ?ч(?:аст\p{L}{1,3}|\.) ?\d)?(?:,| и) ?)?69(?!\d|\.\d)|(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.) ?(?:7[14](?: ?ч(?:аст\p{L}{1,3}|\.) ?\d)?(?:,| и) ?)?70(?!\d|\.\d)`
const cited = String.raw`(?:${article})(?!,? ?(?:ч(?:аст\p{L}{1,3}|\.) ?\d ?)?(?:упк|гк|гпк|кас|апк|коап|кодекса административн|ск(?!\p{L})|нк|тк|фз|№|\d+-фз|федеральн|закона|конституц|семейн|гражданск|арбитражн|уголовно-(?:процессуальн|исполнительн)|уик(?!\p{L})))`
const added = String.raw`(?:частичн|полн)(?:ого|ым) (?:сложени|присоединени)\p{L}|(?<!\p{L})частично (?:сложи(?:ть|в)|присоедини(?:ть|в))(?!\p{L})|(?<!\p{L})(?:к|для) отбыти\p{L} (?:[\p{L}.]+ ){0,4}(?:назначить|назначив|определить|определив)(?!\p{L})|(?<!\p{L})(?:назначить|определить) (?:[\p{L}.]+ ){0,4}к отбытию|(?<!\p{L})(?:всего|итого)(?:,? (?!до)[\p{L}.]+){0,6}? (?:назначить|определить)`
const marks = `по совокупности (?:преступлени|приговор)|${cited}|${added}`
const total = new RegExp(
  String.raw`окончательн|по совокупности (?:преступлени|приговор)[^;]{0,300}(?:назначить|определить)|присоедин\p{L}{2,4} [^;]{0,160}неотбыт|неотбыт[^;]{0,160}присоедин|${cited}|${added}`,
  'gu',
)
const everyMark = new RegExp(marks, 'gu')
const mayTell = /окончательн|совокупност|присоедин|слож|отбыти|69|70|всего|итого/
/** «исключить применение ч. 3 ст. 69 УК РФ», «зачесть наказание, отбытое…» */
const ofOther =
  /(?:исключ|зач(?:есть|ет|итыва)|отменить (?:назначение|указание)|без (?:применени|учета)|оснований (?:для|к)(?!\p{L})|(?<!\p{L})не (?:применя|присоедин|слож|подлеж))[^;]{0,160}$/u

export const isTotal = (sentence: string): boolean =>
  mayTell.test(sentence) &&
  [...sentence.matchAll(total)].some(
    ({ index, 0: words }) =>
      words.startsWith('окончательн') || !ofOther.test(sentence.slice(Math.max(0, index - 200), index)),
  )

/** «По приговору от 1 марта осуждён к 2 годам, по совокупности преступлений – к 3 годам лишения свободы» */
const earlier = /(?<!\p{L})(?:осужд[её]н(?!\p{L})|ранее|судим|по приговору)/u
const ofKind = /лишени|ограничени|работ|штраф|арест/
const opensClause = /[,;:–—-] ?(?:(?:а|и|затем|далее) )?(?![^,;:]*(?:лишени|ограничени|работ|штраф|арест))[^,;:–—-]*$/u

/** Where in a sentence of single counts their total begins: «…, а на основании ч. 3 ст. 69 УК РФ – 200 часов обязательных работ»; 0: not told so. */
export function totalAt(sentence: string): number {
  if (!mayTell.test(sentence)) return 0
  const last = /окончательн/.exec(sentence)
  if (last !== null) return last.index
  for (const { index } of [...sentence.matchAll(everyMark)].slice(0, mostMarks)) {
    const before = sentence.slice(Math.max(0, index - reach), index)
    if (earlier.test(before) || ofOther.test(before)) return 0
    const start = opensClause.exec(before)?.index
    const after = sentence.slice(index, index + reach)
    if (start !== undefined && ofKind.test(after) && tellsAmount(before.slice(0, start)) && tellsAmount(after))
      return index - before.length + start + 1
  }
  return 0
}
const mostMarks = 20
const reach = 600
const units = ['months', 'hours', 'rubles', 'days'] as const
const tellsAmount = (words: string): boolean => units.some(unit => amountsIn(words, unit).length > 0)

/** A row of a table or a list that tells the total without a verb: «По совокупности приговоров согласно ст. 70 УК РФ – 3 года лишения свободы». */
export const isTotalRow = (sentence: string): boolean => isTotal(sentence) && totalRow.test(sentence)
const totalRow = new RegExp(String.raw`^[^;]{0,160}(?:${marks})[^;:]{0,120}?[–—:-] ?(?:в виде )?\d`, 'u')

/** «по ч. 2 ст. 69», which says that a term is told after it; -1: not said so. */
export function citedTotalEnd(sentence: string): number {
  const found = citesTotal.exec(sentence)
  return found === null || ofOther.test(sentence.slice(0, found.index)) ? -1 : found.index + found[0].length
}
const citesTotal = new RegExp(String.raw`(?<!\p{L})по (?:ч(?:аст\p{L}{1,3}|\.) ?${count} ?)?(?:${cited})`, 'u')

/** What is put to another term, without a word of setting, crediting or leaving out. */
export const addsUp =
  /^(?!.*(?:зач(?:есть|ет|итыва)|засчит|исключ|отмен|сохран|самостоятельно)).*(?:присоедин|сложени|сложить|слож(?:ив|енн))/su

/** «На основании ст. 70 УК РФ присоединить штраф в размере 20 000 рублей»: beside what is imposed, and no total by itself. */
export const addsTo =
  /^(?!.*(?:частичн|окончательн|отбыти|всего|итого|назнач(?:ить|ив)|определ(?:ить|ив))).*(?<!\p{L})(?<!(?<!\p{L})не )присоедин(?:ить|ив)(?!\p{L})/su
