import { describe, expect, it } from 'vitest'
import { searchLineField, searchLineOf, withSearchLine } from './search-line.tsx'

describe('the line of words', () => {
  it.each([
    ['36RS0006-01-2026-004187-52', 'case_uid'],
    ['77rs0001-01-2021-000123-45', 'case_uid'],
    ['5-2608/2026', 'case_number'],
    ['12-331', 'case_number'],
    ['33а-647/2026 (33а-11786/2025;)', 'case_number'],
    ['1-1', 'case_number'],
    ['7У-1297/2026 [77-655/2026]', 'case_number'],
    ['П16-5/2026', 'case_number'],
    ['плакат пикет', 'result_text_search'],
    ['ст. 20.2', 'result_text_search'],
    ['15-летний подросток', 'result_text_search'],
    ['2021', 'result_text_search'],
    ['ковид-19', 'result_text_search'],
  ])('«%s» is looked for in %s', (text, field) => expect(searchLineField(text)).toBe(field))

  it('holds one meaning at a time', () => {
    expect(withSearchLine({ type: '1', case_number: '5-1/2026' }, 'плакат', 'phrase')).toEqual({
      type: '1',
      result_text_search: { text: 'плакат', mode: 'phrase' },
    })
    expect(withSearchLine({ result_text_search: { text: 'плакат', mode: 'plain' } }, '5-1/2026', 'plain')).toEqual({
      case_number: '5-1/2026',
    })
  })
  it('lets go what it held when it is emptied', () =>
    expect(withSearchLine({ type: '1', case_uid: 'x' }, '  ', 'plain')).toEqual({ type: '1' }))
  it('shows what the values hold', () => {
    expect(searchLineOf({ case_uid: '36RS0006' })).toBe('36RS0006')
    expect(searchLineOf({ result_text_search: { text: 'плакат', mode: 'raw' } })).toBe('плакат')
    expect(searchLineOf({ type: '1' })).toBe('')
  })
})
