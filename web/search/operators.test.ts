import { describe, expect, it } from 'vitest'
import { closedBracket, isExpression, plainWords } from './operators.ts'

describe('what is typed', () => {
  it.each([
    ['плакат & пикет', true],
    ['плакат|пикет', true],
    ['плакат !пикет', true],
    ['пикет* полиция', true],
    ['Нет войне! Миру мир', false],
    ['ООО «Ясный ветер»', false],
    ['5-209/2021 (5-1/2020)', false],
    ['п. 1(2) правил (часть 2', false],
    ['2 * 2', false],
  ])('«%s» is an expression: %s', (text, expected) => expect(isExpression(text)).toBe(expected))

  it.each([
    ['плакат & (пикет | митинг', 'плакат & (пикет | митинг)'],
    ['плакат & (пикет | (митинг & флаг)', 'плакат & (пикет | (митинг & флаг))'],
    ['(плакат', '(плакат)'],
    ['«(» & (плакат', '«(» & (плакат)'],
    // Its bracket may stand after «пикет» as well.
    ['(плакат & пикет | митинг', undefined],
    ['((плакат', undefined],
    ['плакат) & (пикет', undefined],
    ['плакат & пикет', undefined],
    ['(плакат & пикет)', undefined],
  ])('«%s» is mended to %s', (text, expected) => expect(closedBracket(text)).toBe(expected))

  it.each([
    ['плакат & (пикет | !митинг', 'плакат пикет митинг'],
    ['«в руках» | флаг*', 'в руках флаг'],
    ['& | (', ''],
  ])('«%s» in plain words is «%s»', (text, expected) => expect(plainWords(text)).toBe(expected))
})
