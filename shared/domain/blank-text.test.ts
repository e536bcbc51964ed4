import { expect, it } from 'vitest'
import { registerRequest } from '../api/accounts.ts'
import { givenText, requiredText } from '../api/lists.ts'
import { tagValue } from '../api/tags.ts'
import { isBlank } from './blank-text.ts'

const blank = [
  '',
  ' ',
  '\t\r\n',
  '\u00a0\u2003\u3000',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u00ad',
  '\u202e\u2066\u061c',
  '\u3164\u3164\u3164',
  '\u115f\u1160',
  '\uffa0\uffa0\uffa0',
  '\ufe0f',
  '\u{e0020}\u{e0100}',
  '\u2800',
  '\u0007',
]

it.each(blank.map(text => JSON.stringify(text)))('%s shows nothing', text => {
  const written: string = JSON.parse(text)
  expect(isBlank(written)).toBe(true)
  expect(requiredText('Название', 100).safeParse(written).error?.issues[0]?.message).toBe(
    'Название: заполните это поле.',
  )
  expect(givenText('Название', 100).parse(written)).toBe('')
  expect(tagValue.safeParse(written).error?.issues[0]?.message).toBe('Введите название метки.')
  expect(registerRequest.shape.username.safeParse(written).success).toBe(false)
})

it.each(['А', '0', '–', '«»', 'Дела\u200b о митингах', '👩\u200d⚖️', 'é', 'ﷺ'])(
  '«%s» shows something, and stays as it is',
  text => {
    expect(isBlank(text)).toBe(false)
    expect(requiredText('Название', 100).parse(text)).toBe(text)
  },
)
