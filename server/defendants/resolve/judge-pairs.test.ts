import { describe, expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'
import { type JudgedPairs, judgePairs, mergeReasons, readVerdict } from './judge-pairs.ts'
import { namePartsOf } from './name-parts.ts'
import type { WeighedPair } from './pair-evidence.ts'
import type { Evidence } from './score-pair.ts'

const person = (id: number, name: string): WeighedPair['left'] => {
  const parts = namePartsOf(name)
  if (parts === undefined) throw new Error(`«${name}» is no name`)
  return { id, name, normal: name.toLowerCase(), parts }
}
type People = readonly [id: number, name: string]
const pairOf = (one: People, other: People, found: Evidence = {}, ofMany = false): WeighedPair => {
  const [left, right] = [person(...one), person(...other)]
  return { left, right, relation: compareNames(left.parts, right.parts), found, ofMany }
}
const idsOf = ({ merge, ask, leave }: JudgedPairs) => {
  const ids = (some: JudgedPairs['leave']) => some.map(one => `${one.left_id}-${one.right_id}`)
  return { merge: ids(merge), ask: ids(ask), leave: ids(leave) }
}

const initials: People = [1, 'Ветрогонов П.И.']
const peter: People = [2, 'Ветрогонов Пётр Ильич']
const paul: People = [3, 'Ветрогонов Павел Ильич']
const peterAgain: People = [4, 'Ветрогонов Пётр']
const sure: Evidence = { same_uid: true, same_region: true }

describe('pairs are judged together (decision 0024)', () => {
  it('surest first, with their reasons; what speaks for nothing is left', () => {
    const judged = judgePairs(
      [
        pairOf(initials, peter, sure),
        pairOf([5, 'Сиротинин Олег Ильич'], [6, 'Сиротинин Олег Ильич'], sure),
        pairOf([7, 'Сиротинин Олег Ильич'], [8, 'Сиротинин Олег Ильич'], { same_region: true }),
        pairOf([9, 'Сиротинин О.И.'], [10, 'Сиротинин Олег Ильич'], { same_region: true }),
      ],
      [],
    )
    expect(idsOf(judged)).toEqual({ merge: ['5-6', '1-2'], ask: ['7-8'], leave: ['9-10'] })
    expect(judged.merge[1]).toEqual({
      left_id: 1,
      right_id: 2,
      name_relation: 'initials',
      score: 8,
      evidence: ['same_uid', 'same_region'],
    })
  })
  it('names that contradict each other are never one, whatever speaks for them', () =>
    expect(idsOf(judgePairs([pairOf(peter, paul, sure)], []))).toEqual({ merge: [], ask: [], leave: ['2-3'] }))
  it('initials that fit Пётр and Павел are asked about, and others are merged', () => {
    const pairs = [
      pairOf(initials, peter, sure),
      pairOf(initials, paul, sure),
      pairOf([5, 'Ким Олег'], [6, 'Ким Олег'], sure),
    ]
    expect(idsOf(judgePairs(pairs, []))).toEqual({ merge: ['5-6'], ask: ['1-2', '1-3'], leave: [] })
    expect(idsOf(judgePairs(pairs.toReversed(), [])).ask.toSorted()).toEqual(['1-2', '1-3'])
  })
  it('so are those of the right end of a pair', () =>
    expect(
      idsOf(judgePairs([pairOf(peter, [9, 'Ветрогонов П.И.'], sure), pairOf(paul, [9, 'Ветрогонов П.И.'], sure)], [])),
    ).toEqual({ merge: [], ask: ['2-9', '3-9'], leave: [] }))
  it('a pair that waits at the desk makes initials doubtful too', () => {
    expect(idsOf(judgePairs([pairOf(initials, peter, sure)], [pairOf(initials, paul)])).ask).toEqual(['1-2'])
    expect(idsOf(judgePairs([pairOf(initials, peter, sure)], [pairOf(initials, peterAgain)])).merge).toEqual(['1-2'])
  })
  it('of many bearers of a name nobody is asked about what is unlikely', () => {
    const unlikely: Evidence = { same_region: true, other_city: true, common_full_name: true, long_apart: true }
    const pair = (ofMany: boolean) => pairOf([5, 'Ким Олег Ильич'], [6, 'Ким Олег Ильич'], unlikely, ofMany)
    expect(idsOf(judgePairs([pair(false)], []))).toEqual({ merge: [], ask: ['5-6'], leave: [] })
    expect(idsOf(judgePairs([pair(true)], []))).toEqual({ merge: [], ask: [], leave: ['5-6'] })
    const likely = pairOf([5, 'Ким Олег Ильич'], [6, 'Ким Олег Ильич'], { same_region: true }, true)
    expect(idsOf(judgePairs([likely], [])).ask).toEqual(['5-6'])
    expect(idsOf(judgePairs([pairOf(initials, peter, sure, true)], [])).merge).toEqual(['1-2'])
  })
})

it('stored reasons and verdicts that this version does not know are left out', () => {
  expect(mergeReasons({ name_relation: 'initials', evidence: ['same_uid', 'of_old'] })).toEqual({
    name_relation: 'initials',
    evidence: ['same_uid'],
  })
  expect(mergeReasons({ name_relation: 'of_old', evidence: [] }).name_relation).toBe('full')
  expect(['same', 'apart', 'of_old'].map(readVerdict)).toEqual(['same', 'apart', 'open'])
})
