import { expect, it } from 'vitest'
import { isVerb } from './verbs.ts'

/** Whole forms only, «ё» as «е»: nouns of the same root and other verbs are none of them. */
it.each([
  ['решить', 'решил решила решило решили решивший решено решена решены решён решённые решённых', 'решит решат решить'],
  ['рассмотреть', 'рассмотрел рассмотрены рассмотренного', 'рассмотрит рассмотрят'],
  ['рассматривать', 'рассматривали рассматривались рассматривавшиеся', 'рассматривает рассматриваются'],
  ['вынести', 'вынес вынесла вынесено вынесенные', 'вынесет вынесут'],
  ['прекратить', 'прекратил прекращено прекращённые', 'прекратят'],
  ['отменять', 'отменял отменялось', 'отменяет отменяют отменять'],
  ['оштрафовать', 'оштрафовали оштрафован оштрафованных', 'оштрафует оштрафуют'],
  ['передать', 'передал передано', 'передаст передадут'],
  ['завести', 'завёл завели заведено', 'заведёт заведут'],
])('has every form of «%s»: what was done, and what is or will be', (infinitive, done, going) => {
  const [isDone, isGoing] = [isVerb(infinitive, 'done'), isVerb(infinitive, 'going')]
  for (const form of done.replaceAll('ё', 'е').split(' '))
    expect([form, isDone(form), isGoing(form)]).toEqual([form, true, false])
  for (const form of going.replaceAll('ё', 'е').split(' '))
    expect([form, isDone(form), isGoing(form)]).toEqual([form, false, true])
})
it.each([
  ['решить', 'решение решительно решетка'],
  ['изменить', 'изменение изменилось изменник'],
  ['отменить', 'отмена отменно'],
  ['передать', 'передача'],
  ['арестовать', 'арест арестант'],
])('has no word beside the forms of «%s»', (infinitive, words) => {
  for (const word of words.split(' ')) {
    expect([word, isVerb(infinitive, 'done')(word)]).toEqual([word, false])
    expect([word, isVerb(infinitive, 'going')(word)]).toEqual([word, false])
  }
})
