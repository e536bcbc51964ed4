import { describe, expect, it } from 'vitest'
import { looksLike } from './look-alike.ts'

describe('two names', () => {
  it.each([
    ['анна', 'aннa'],
    ['АННА', 'AHHA'],
    ['анна', 'AHHA'],
    ['Нина', 'Hина'],
    ['admin', 'аdmіn'],
    ['modern', 'modem'],
    ['vova10', 'vоvаl0'],
    ['ivan', 'ΙVAN'],
    ['boss', 'ｂｏｓｓ'],
    ['boss', '𝐛𝐨𝐬𝐬'],
    ['сёма', 'cëма'],
  ])('«%s» and «%s» look alike, whichever is first', (one, other) => {
    expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
  })
  it.each([
    ['анна', 'анка'],
    ['ivan1', 'ivan2'],
    ['ivan1', 'ivani'],
    ['сёма', 'сема'],
    ['roman', 'роман'],
    ['a-b', 'a.b'],
  ])('«%s» and «%s» do not', (one, other) =>
    expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false]),
  )
})
