import { describe, expect, it } from 'vitest'
import { annulledAmong } from './annulled.ts'
import { isAnnulling } from './outcome-kinds.ts'

describe('reviews that leave nothing of a decision', () => {
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
  ])('%s: %s', (title, answer) => expect(isAnnulling(title)).toBe(answer))

  const one = (id: number, stage: number, title?: string) => ({
    id,
    stage,
    result_type: title === undefined ? null : { title },
  })
  it('annul the decision they are linked to, whichever way the link is told', () => {
    const cases = [one(1, 1), one(2, 2, 'Отменено'), one(3, 1), one(4, 2, 'Оставлено без изменения'), one(5, 1)]
    const links = [
      { case: 1, other: 2 },
      { case: 4, other: 3 },
      { case: 2, other: 5 },
      { case: 2, other: 4 },
    ]
    expect([...annulledAmong(cases, links)].toSorted()).toEqual([1, 5])
  })
})
