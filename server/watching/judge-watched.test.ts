import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAnotherClerk } from '../../test/misspelt-names.ts'
import { random } from '../demo/random.ts'
import { judgeWatched, type WatchedCaseFacts, type WatchedRow } from './judge-watched.ts'
import { askedKeys, likeness, postedKeys, readWatchedName } from './name-keys.ts'

/** When a case is the one that a watched row means (decision 0105). */
const row = (own: Partial<WatchedRow> = {}): WatchedRow => ({
  id: 1,
  kind: 'name',
  text: 'Ветрогонов Лев Семёнович',
  courts: [],
  region: null,
  article: '',
  day: null,
  ...own,
})
const someCase = (name: string, own: Partial<WatchedCaseFacts> = {}, is_accused = true): WatchedCaseFacts => ({
  id: 7,
  court_id: 3,
  region: 77,
  case_number: '5-12/2026',
  case_uid: '77RS0001-01-2026-000012-11',
  articles: ['20.2 5'],
  days: ['2026-03-02'],
  people: [{ name, is_accused, articles: is_accused ? ['20.2 5'] : [] }],
  ...own,
})
const one = () => ({ people: 1, isCommon: false })
const exact = 'Ветрогонов Лев Семёнович'
const stateOf = (watched: WatchedRow, seen: WatchedCaseFacts, bearers = one) =>
  judgeWatched(watched, seen, bearers)?.state ?? 'nothing'

describe('a name is found', () => {
  it.each<[string, Partial<WatchedRow>, string]>([
    ['by its court', { courts: [3] }, 'found'],
    ['by its article, of any part', { article: 'ст. 20.2 КоАП' }, 'found'],
    ['by its article with the part', { article: '20.2 ч. 5' }, 'found'],
    ['by a day of the case', { day: '2026-03-02' }, 'found'],
    ['as the only one of its name, in the region', { region: 77 }, 'found'],
    ['by nothing but itself: perhaps', {}, 'perhaps'],
    ['by a day that is not of the case: perhaps', { day: '2026-03-01' }, 'perhaps'],
    ['in one of several courts of that title: perhaps', { courts: [3, 4] }, 'perhaps'],
    ['in another region: perhaps', { region: 78, article: '20.2' }, 'perhaps'],
    ['by another part of the article: perhaps', { article: '20.2 ч. 6', courts: [3] }, 'perhaps'],
  ])('%s', (_, own, state) => {
    expect(stateOf(row(own), someCase(exact))).toBe(state)
  })
  it.each([
    ['ВЕТРОГОНОВ ЛЕВ СЕМЁНОВИЧ', 'found'],
    ['Лев Семёнович Ветрогонов', 'found'],
    ['Ветрогонов Лев Семенович', 'perhaps'],
    ['ВетроГонов Лев Семёнович', 'perhaps'],
    ['Ветрагонов Лев Семёнович', 'perhaps'],
    ['Ветрогонов Л.С.', 'perhaps'],
    ['Ветрогонов Лев', 'perhaps'],
    ['Ветрогонов', 'perhaps'],
    ['Ветрогонова Лев Семёнович', 'nothing'],
    ['Ветрогонов Лёв Симёнович', 'perhaps'],
    ['Ветрогонов Пётр Семёнович', 'nothing'],
    ['Снегозвонов Лев Семёнович', 'nothing'],
  ])('only letter by letter: %s is %s', (name, state) => {
    expect(stateOf(row({ courts: [3], article: '20.2' }), someCase(name))).toBe(state)
  })
  it('never where the base knows several people of it, whatever agrees', () => {
    const told = row({ courts: [3], article: '20.2', day: '2026-03-02', region: 77 })
    const judged = judgeWatched(told, someCase(exact), () => ({ people: 2, isCommon: false }))
    expect(judged).toMatchObject({
      state: 'perhaps',
      evidence: { several: true, agrees: ['court', 'region', 'article', 'day'] },
    })
  })
  it('of a name that many bear only by two things beside it', () => {
    const common = () => ({ people: 1, isCommon: true })
    expect(stateOf(row({ region: 77 }), someCase(exact), common)).toBe('perhaps')
    expect(stateOf(row({ courts: [3] }), someCase(exact), common)).toBe('perhaps')
    expect(stateOf(row({ courts: [3], article: '20.2' }), someCase(exact), common)).toBe('found')
  })
  it.each<[string, string[], string, string[], string[]]>([
    ['their own', ['228 1'], 'found', ['article'], []],
    ['somebody else’s', ['158'], 'perhaps', [], ['article']],
    ['perhaps somebody else’s, since theirs are not told', [], 'perhaps', [], []],
  ])('by an article of the case only where it is theirs: %s', (_, articles, state, agrees, differs) => {
    const other = { name: 'Снегозвонов Пётр Ильич', is_accused: true, articles: ['228 1'] }
    const people = [{ name: exact, is_accused: true, articles }, other]
    const seen = someCase(exact, { articles: ['158', '228 1'], people })
    expect(judgeWatched(row({ article: 'ст. 228' }), seen, one)).toMatchObject({ state, evidence: { agrees, differs } })
  })
  it('not by its court where no article of the case is the one told, whosever they are', () => {
    const people = [{ name: exact, is_accused: true, articles: [] }]
    expect(stateOf(row({ article: '228', courts: [3] }), someCase(exact, { people }))).toBe('perhaps')
  })
  it('never of somebody whose role is not told, and a judge of that name is nobody', () => {
    expect(stateOf(row({ courts: [3] }), someCase(exact, {}, false))).toBe('perhaps')
    expect(stateOf(row({ courts: [3] }), someCase(exact, { people: [] }))).toBe('nothing')
  })
  it('is not meant by initials elsewhere, nor by a surname alone', () => {
    expect(stateOf(row({ region: 78 }), someCase('Ветрогонов Л.С.'))).toBe('nothing')
    expect(stateOf(row(), someCase('Ветрогонов'))).toBe('nothing')
  })
})

describe('a number is found in its court, an УИД anywhere', () => {
  it.each<[Partial<WatchedRow>, string]>([
    [{ kind: 'number', text: '5-12/26', courts: [3] }, 'found'],
    [{ kind: 'number', text: '5-12/2026', courts: [3, 4] }, 'perhaps'],
    [{ kind: 'number', text: '5-12/2026', courts: [4] }, 'nothing'],
    [{ kind: 'number', text: '5-13/2026', courts: [3] }, 'nothing'],
    [{ kind: 'uid', text: '77RS0001-01-2026-000012-11' }, 'found'],
    [{ kind: 'uid', text: '77RS0001-01-2026-000013-11' }, 'nothing'],
  ])('%o is %s', (own, state) => {
    expect(stateOf(row(own), someCase('Снегозвонов Пётр Ильич'))).toBe(state)
  })
})

it('names that are alike within one letter of one word share a key: the index finds what comparing all would', () => {
  const part = (words: string) => fc.constantFrom(...words.split(' '))
  const name = fc
    .tuple(
      part('Ветрогонов Песцветов Камнегорск Мамаев Аннин Ким Снегозвонов Ветрогонов-Песцветов Папанов Иллин'),
      part('Лев Алексей Эльдар Пётр'),
      part('Семёнович Ильич Эльдарович Петрович'),
    )
    .map(words => words.join(' '))
  const written = fc.tuple(name, fc.nat(), fc.nat(8)).map(([whole, seed, way]) => {
    const [surname = '', given = '', father = ''] = whole.split(' ')
    if (way === 0) return `${surname} ${given}`
    if (way === 1) return surname
    if (way === 2) return `${surname} ${given.charAt(0)}.`
    return asAnotherClerk(whole, random(seed)) || father
  })
  let alike = 0
  fc.assert(
    fc.property(written, written, (left, right) => {
      const [watched, other] = [readWatchedName(left), readWatchedName(right)]
      if (watched === undefined || other === undefined) return
      if (likeness(watched, other) === undefined) return
      // One slip each may be two letters apart: beyond one nothing is promised.
      if (watched.parts && other.parts && watched.parts.letters.slice(0, 2) !== other.parts.letters.slice(0, 2)) {
        if (watched.parts.letters.length > 1 && other.parts.letters.length > 1) return
      }
      const isSlip = (text: string) => !name_words.has(text)
      if (isSlip(watched.surname) && isSlip(other.surname) && watched.surname !== other.surname) return
      alike++
      const posted = new Set(postedKeys(watched))
      expect(
        askedKeys(other).some(key => posted.has(key)),
        `${left} | ${right}`,
      ).toBe(true)
    }),
    { seed: 5, numRuns: 20_000 },
  )
  expect(alike).toBeGreaterThan(500)
})
const name_words = new Set(
  'ветрогонов песцветов камнегорск мамаев аннин ким снегозвонов ветрогоновпесцветов папанов иллин'.split(' '),
)
