import { expect, it } from 'vitest'
import { isAnnulling, isOfWhatIsInForce } from './outcome-kinds.ts'

it.each([
  ['Отменено с прекращением производства', true],
  ['Отменено с возвращением на новое рассмотрение', true],
  ['ПОСТАНОВЛЕНИЕ ОТМЕНЕНО полностью С ПРЕКРАЩЕНИЕМ ПРОИЗВОДСТВА ПО ДЕЛУ', true],
  ['ОБВИНИТЕЛЬНЫЙ приговор ОТМЕНЕН', true],
  ['Производство по делу прекращено', true],
  ['удовлетворено', true],
  ['удовлетворено частично', false],
  ['Оставлено без изменения', false],
  ['Изменено с изменением наказания', false],
  ['Производство по жалобе прекращено', false],
  ['ОТМЕНЕНО РЕШЕНИЕ суда на постановление БЕЗ ОТМЕНЫ ПОСТАНОВЛЕНИЯ', false],
])('a review that leaves nothing of a decision: %s: %s', (title, answer) => expect(isAnnulling(title)).toBe(answer))

it.each([
  ['16-5/2026', true],
  ['П16-5/2026', true],
  ['4а-5/2026', true],
  ['4a-5/2026', true],
  ['П4а-5/2026', true],
  ['12-5/2026', false],
  ['116-5/2026', false],
  ['7-16/2026', false],
])('a review of what is in force: %s: %s', (number, answer) => expect(isOfWhatIsInForce(number)).toBe(answer))
