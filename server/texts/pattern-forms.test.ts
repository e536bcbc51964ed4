import { describe, expect, it } from 'vitest'
import { patternForms, patternStrings } from './pattern-forms.ts'

describe('what a regular expression needs of the forms of words (§3 text_search_type)', () => {
  const told = (...ways: string[][]) => ({
    ways: ways.map(way => way.map(pattern => ({ pattern }))),
    isSufficient: true,
  })
  const read = (...ways: string[][]) => ({ ...told(...ways), isSufficient: false })
  const nothing = { ways: null, isSufficient: false }
  it.each([
    // Of letters alone: what satisfies it lies within one form.
    ['штраф', told(['(?:штраф)'])],
    ['пикетировани[ея]м?', told(['(?:пикетировани[ея]м?)'])],
    ['арест|штраф(а|у)', told(['(?:арест)'], ['(?:штраф(а|у))'])],
    ['(?:не)?виновн[а-яё]+', told(['(?:(?:не)?виновн[а-яё]+)'])],
    ['\\d{4}', told(['(?:\\d{4})'])],
    // A sign stands at the border of a form.
    ['пикетировани[ея]м?,', read(['(?:пикетировани[ея]м?)$'])],
    ['в размере \\d+', read(['^(?:размере)$'])],
    ['административного +штрафа?', read(['(?:административного)$', '^(?:штрафа?)'])],
    // Anything may stand between.
    ['виновн(ым|ой).{0,40}штраф', read(['(?:виновн(ым|ой))', '(?:штраф)'])],
    ['плакат\\s+с', read(['(?:плакат)'])],
    ['\\mплакат\\M', read(['(?:плакат)'])],
    ['плакат.?', read(['(?:плакат)'])],
    // A group with a sign in it says nothing, what stands beside it does.
    ['(на площади )?плакат', read(['(?:плакат)'])],
    // Nothing is sure of these.
    ['ст', nothing],
    ['а*', nothing],
    ['плакат|.', nothing],
    ['[^а]{5}', nothing],
    ['(?=плакат)', nothing],
    ['(?i)плакат', nothing],
    ['(плакат)\\1', nothing],
    ['плакат(', nothing],
    ['плакат**', nothing],
    ['***=плакат', nothing],
    ['[[:alpha:]]{6}', nothing],
    ['[ -я]{6}', nothing],
  ])('%s', (pattern, forms) => expect(patternForms(pattern)).toEqual(forms))
})

describe('what it needs of their strings', () => {
  const way = (pattern: string, after: string | null) => ({
    pattern: `(?:${pattern})${after === null ? '' : '$'}`,
    after,
  })
  const told = (...ways: ReturnType<typeof way>[]) => ({ ways, isSufficient: true })
  const nothing = { ways: null, isSufficient: false }
  it.each([
    ['пикетировани[ея]м?,', told(way('пикетировани[ея]м?', ','))],
    ['не Признал', told(way('не', ' признал'))],
    ['арест|штраф[ау] в', told(way('арест', null), way('штраф[ау]', ' в'))],
    ['ст\\.20\\.2', told(way('ст', '.20.2'))],
    ['штраф в размере', { ...told(way('штраф', ' в размере')), isSufficient: false }],
    ['в размере \\d+', nothing],
    ['штраф +в', nothing],
    ['\\mштраф в', nothing],
    [', что', nothing],
    [`штраф ${'в'.repeat(300)}`, nothing],
  ])('%s', (pattern, strings) => expect(patternStrings(pattern)).toEqual(strings))
})
