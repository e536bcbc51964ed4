import type { FullCase } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { appealedWords } from '#shared/domain/in-force.ts'
import { questionMark } from '#shared/domain/outcomes.ts'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { personName, shortName } from '../filters/case-wording.ts'
import { unknownPerson } from '../filters/penalty-lines.ts'
import type { StatusSign } from '../ui/status.tsx'
import { resultOf } from './next-step.ts'
import { type PenaltyItem, penaltyParts } from './penalty-parts.ts'

/**
 * A penalty through the instances: a row per person with the action of each instance, and what stands by the cards.
 * When a card does not state whom a review concerns or what it did to a penalty, nothing is concluded.
 */
export type ChainInstance = Pick<
  FullCase,
  | 'id'
  | 'stage'
  | 'penalties'
  | 'defendants'
  | 'annulled'
  | 'changed'
  | 'in_question'
  | 'person_results'
  | 'result_type'
  | 'result_date'
  | 'result_valid_date'
  | 'appeal_date'
>
type Decision = { sign: StatusSign; words: string }
type ChainCell = { decision: Decision | undefined; items: PenaltyItem[] }
type ChainRow = { name: string; cells: ChainCell[]; stands: { items: PenaltyItem[]; notes: string[] } }

export function penaltyChain(instances: readonly ChainInstance[], today: string): ChainRow[] {
  const parts = instances.map(ofNamed)
  if (parts.every(({ size }) => size === 0)) return []
  const [first] = instances
  const accused = first?.defendants.filter(({ hidden }) => !hidden).map(({ name }) => personName(name)) ?? []
  const names = [...new Set([...accused, ...parts.flatMap(part => [...part.keys()])])]
  const rows = names.filter(name => parts.some(part => part.has(name)) || accused.length > 1)
  return rows.map(name => {
    const cells = instances.map((instance, at) => ({
      decision: decisionOn(instance, name, rows),
      items: parts[at]?.get(name) ?? [],
    }))
    return { name, ...fateOf(instances, { cells, isOne: rows.length === 1, today }) }
  })
}

/** Penalties of an instance under the name of a row, as imposed; the second instance may abbreviate the name. */
function ofNamed(instance: ChainInstance, at: number, all: readonly ChainInstance[]): Map<string, PenaltyItem[]> {
  const known = at === 0 ? [] : (all[0]?.defendants ?? []).map(({ name }) => name)
  const same = (name: string): string => {
    const alike = known.filter(one => shortName(one) === shortName(name))
    return personName(alike.length === 1 ? (alike[0] ?? name) : name)
  }
  const [sole, ...others] = instance.defendants
  const only = sole && others.length === 0 && !sole.hidden ? sole.name : ''
  return new Map(
    penaltyParts({ ...instance, annulled: false }).map(({ whose, items }) => [
      whose === otherPerson || whose === unknownPerson ? whose : same(whose || only),
      items,
    ]),
  )
}

/** Only what the card states of this person: an abbreviated name counts if it matches nobody else. */
function decisionOn(
  { person_results, defendants }: ChainInstance,
  name: string,
  rows: readonly string[],
): Decision | undefined {
  const told = person_results.filter(({ hidden }) => !hidden)
  const isShared = (names: readonly string[]): boolean =>
    names.filter(one => shortName(one) === shortName(name)).length > 1
  const whole = told.filter(one => personName(one.name) === name)
  const short = isShared(rows) || isShared(defendants.map(one => one.name)) ? [] : told
  const found = whole.length > 0 ? whole : short.filter(one => shortName(one.name) === shortName(name))
  const [own, ...others] = found
  return own && others.length === 0 ? resultOf({ result_type: { id: 0, title: own.result } }) : undefined
}

type Told = { cells: ChainCell[]; isOne: boolean; today: string }
/** What a review does to the first decision, and what stands now. */
function fateOf(
  instances: readonly ChainInstance[],
  { cells, isOne, today }: Told,
): Pick<ChainRow, 'cells' | 'stands'> {
  const [first, second] = cells
  const [one, later] = instances
  const nothing = (...notes: string[]): ChainRow['stands'] => ({ items: [], notes })
  if (first === undefined || one === undefined) return { cells, stands: nothing() }
  const struck = cells.map((cell, at) => (at === 0 ? struckOut(cell) : cell))
  const standing = ({ items }: ChainCell): ChainRow['stands'] => {
    const left = items.filter(item => !item.struck)
    return { items: left, notes: left.length > 0 ? forceOf(instances, today) : [] }
  }
  const own = second?.decision?.sign
  const review = later?.result_type ? resultOf(later).sign : undefined
  const isAnnulled = own === undefined ? one.annulled || review === 'annulled' : own === 'annulled'
  if (isAnnulled && (isOne || own !== undefined))
    return { cells: struck, stands: nothing('отменено во\u00a0второй инстанции') }
  if (isAnnulled)
    return { cells, stands: nothing('отменено во\u00a0второй инстанции, кому\u00a0— карточка не\u00a0говорит') }
  if (one.in_question) return { cells, stands: nothing(questionMark) }
  const isChanged = own === undefined ? one.stage === 1 && (one.changed || review === 'changed') : own === 'changed'
  if (!isChanged) return { cells, stands: standing(first) }
  return second?.items.some(item => !item.struck)
    ? { cells: struck, stands: standing(second) }
    : { cells, stands: nothing('изменено во\u00a0второй инстанции, как\u00a0— карточка не\u00a0говорит') }
}

const struckOut = (cell: ChainCell): ChainCell => ({
  ...cell,
  items: cell.items.map(item => ({ ...item, struck: true })),
})

/** A day of force before the last decision belongs to an earlier decision. */
const forceOf = (instances: readonly ChainInstance[], today: string): string[] => {
  const decided = latest(instances.map(({ result_date }) => result_date))
  const valid = latest(instances.map(({ result_valid_date }) => result_valid_date))
  if (valid >= decided && valid !== '')
    return [`${valid <= today ? 'в\u00a0силе с' : 'вступит в\u00a0силу'} ${showDate(valid)}`]
  const appeal = instances.length === 1 ? instances[0]?.appeal_date : undefined
  return [appeal ? appealedWords(appeal) : 'о\u00a0вступлении в\u00a0силу сведений нет']
}
const latest = (days: readonly (string | null)[]): string =>
  days.reduce<string>((last, day) => (day !== null && day > last ? day : last), '')
