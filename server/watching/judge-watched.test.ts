import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAnotherClerk } from '../../test/misspelt-names.ts'
import { random } from '../demo/random.ts'
import { judgeWatched, type WatchedCaseFacts, type WatchedRow } from './judge-watched.ts'
import { askedKeys, likeness, postedKeys, type ReadWatchedName, readWatchedName } from './name-keys.ts'

/** Whether a case is the one that a watched row means (decision 0105). */
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
    ['Витрагонов Лев Семёнович', 'perhaps'],
    ['Витрагонов Л.С.', 'nothing'],
    ['Ветрагонов Л.С.', 'perhaps'],
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

it('every two names that the comparison accepts, of the same first letters, share a key: the index finds what comparing all would', () => {
  const part = (words: string) => fc.constantFrom(...words.split(' '))
  const surname = part(
    'Ветрогонов Песцветов Камнегорск Мамаев Аннин Ким Снегозвонов Ветрогонов-Песцветов Песцветов-Ветрогонов Папанов Щёголев Перекатиполев',
  )
  const name = fc
    .tuple(
      surname,
      part('Лев Алексей Эльдар Пётр Гусейн Хусейн Анастасия Настасия Мухаммадрасул'),
      part('Семёнович Ильич Эльдарович Петрович Гусейнович Хусейнович Магомед-оглы Алексеевна Абдуррахмонович'),
    )
    .map(words => words.join(' '))
  const cased = (text: string, at: number) =>
    Array.from(text, (letter, n) => (n === at ? letter.toLowerCase() : letter)).join('')
  const written = (right: string) =>
    fc.tuple(fc.nat(), fc.nat(9), fc.array(anySlip, { maxLength: 2 })).map(([seed, way, slips]) => {
      const spoilt = slips.reduce((text, slip) => slip(text), right)
      const [last = '', given = '', father = ''] = spoilt.split(' ')
      if (way === 0) return `${last} ${given}`
      if (way === 1) return last
      if (way === 2) return `${last} ${given.charAt(0)}.`
      if (way === 3) return `${last} ${given.charAt(0)}.${father.charAt(0)}.`
      if (way === 4) return spoilt.replaceAll('ё', 'е').toUpperCase()
      if (way === 5) return cased(spoilt, seed % spoilt.length)
      return way === 6 ? spoilt : asAnotherClerk(spoilt, random(seed)) || father
    })
  const alike = new Map<string, number>()
  fc.assert(
    fc.property(
      name.chain(right => fc.tuple(fc.constant(right), written(right), written(right))),
      name.chain(written),
      ([right, left, near], other) => {
        const half = right.replace(/-\p{L}+|\p{L}+-(?=\p{Lu})/u, '')
        for (const [one, two] of [[left, near] as const, [left, other] as const, [half, right] as const]) {
          const [watched, met] = [readWatchedName(one), readWatchedName(two)]
          const spelling = watched && met && likeness(watched, met)
          if (watched === undefined || met === undefined || spelling === undefined) continue
          if (isSlipOfFirstLetter(watched, met)) continue
          alike.set(spelling, (alike.get(spelling) ?? 0) + 1)
          const posted = new Set(postedKeys(watched))
          expect(
            askedKeys(met).some(key => posted.has(key)),
            `${one} | ${two}`,
          ).toBe(true)
        }
      },
    ),
    { seed: 5, numRuns: 3_000 },
  )
  for (const spelling of ['same', 'spelling', 'typing', 'part', 'no_father', 'initials', 'surname'])
    expect(alike.get(spelling), spelling).toBeGreaterThan(5)
})
/** «Елексей» for «Алексей»: names are looked up by their first letters (decision 0105). */
function isSlipOfFirstLetter(...names: readonly ReadWatchedName[]): boolean {
  const firsts = names.map(({ parts }) => [parts?.given?.charAt(0) ?? '', parts?.father?.charAt(0) ?? ''])
  const [one = [], other = []] = firsts
  return one.some((letter, n) => letter !== '' && other[n] !== '' && letter !== other[n])
}
/** One letter anywhere, including the first, replaced, omitted, doubled or exchanged with its neighbour. */
const anySlip = fc.tuple(fc.nat(40), fc.nat(3), fc.constantFrom(...'аеилнтшэ')).map(([place, way, letter]) => {
  return (text: string): string => {
    const at = place % Math.max(1, text.length - 1)
    const [before, here, next, rest] = [text.slice(0, at), text.charAt(at), text.charAt(at + 1), text.slice(at + 2)]
    if (here === ' ' || next === ' ') return text
    if (way === 0) return before + (here === here.toUpperCase() ? letter.toUpperCase() : letter) + next + rest
    if (way === 1) return before + next + rest
    return way === 2 ? before + here + here + next + rest : before + next + here + rest
  }
})
