import type { FullCase } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { questionMark } from '#shared/domain/outcomes.ts'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { personName, shortName } from '../filters/case-wording.ts'
import { notToldWhose } from '../filters/penalty-lines.ts'
import type { StatusSign } from '../ui/status.tsx'
import { resultOf } from './next-step.ts'
import { type PenaltyItem, penaltyParts } from './penalty-parts.ts'

/**
 * A penalty through the instances: a row for each person, what each instance did, and what stands by the cards of the courts. Where
 * they do not tell whom a review concerns or what it made of a penalty, nothing is concluded.
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
export type ChainCell = { decision: Decision | undefined; items: PenaltyItem[] }
export type ChainRow = { name: string; cells: ChainCell[]; stands: { items: PenaltyItem[]; notes: string[] } }

/** Empty: no instance tells a penalty. */
export function penaltyChain(instances: readonly ChainInstance[], today: string): ChainRow[] {
  const parts = instances.map(ofNamed)
  if (parts.every(({ size }) => size === 0)) return []
  const [first] = instances
  const accused = first?.defendants.filter(({ hidden }) => !hidden).map(({ name }) => personName(name)) ?? []
  const names = [...new Set([...accused, ...parts.flatMap(part => [...part.keys()])])]
  const rows = names.filter(name => parts.some(part => part.has(name)) || accused.length > 1)
  return rows.map(name => {
    const cells = instances.map((instance, at) => ({
      decision: decisionOn(instance, name),
      items: parts[at]?.get(name) ?? [],
    }))
    return { name, ...fateOf(instances, cells, today) }
  })
}

/** Penalties of an instance by the name of a row; the second instance may shorten a name that the first tells whole. */
function ofNamed(instance: ChainInstance, at: number, all: readonly ChainInstance[]): Map<string, PenaltyItem[]> {
  const known = at === 0 ? [] : (all[0]?.defendants ?? []).map(({ name }) => name)
  const same = (name: string): string => {
    const alike = known.filter(one => shortName(one) === shortName(name))
    return personName(alike.length === 1 ? (alike[0] ?? name) : name)
  }
  const sole = instance.defendants.length === 1 && !instance.defendants[0]?.hidden ? instance.defendants[0]?.name : ''
  return new Map(
    penaltyParts(instance).map(({ whose, items }) => [
      whose === otherPerson || whose === notToldWhose ? whose : same(whose || (sole ?? '')),
      items,
    ]),
  )
}

/** Only what the card tells of this very person. */
function decisionOn({ person_results }: ChainInstance, name: string): Decision | undefined {
  const [own, ...others] = person_results.filter(one => !one.hidden && shortName(one.name) === shortName(name))
  return own && others.length === 0 ? resultOf({ result_type: { id: 0, title: own.result } }) : undefined
}

/** What a review leaves of the first decision, and what stands now. */
function fateOf(instances: readonly ChainInstance[], cells: ChainCell[], today: string): Omit<ChainRow, 'name'> {
  const [first, second] = cells
  const [one, later] = instances
  const nothing = (...notes: string[]): ChainRow['stands'] => ({ items: [], notes })
  if (first === undefined || one === undefined) return { cells, stands: nothing() }
  const struck = cells.map((cell, at) => (at === 0 ? struckOut(cell) : cell))
  const standing = ({ items }: ChainCell): ChainRow['stands'] => ({
    items: items.filter(item => !item.struck),
    notes: forceOf(instances, today),
  })
  const review = later?.result_type ? resultOf(later).sign : undefined
  if (one.annulled || review === 'annulled')
    return { cells: struck, stands: nothing('отменено во\u00a0второй инстанции') }
  if (one.in_question) return { cells, stands: nothing(questionMark) }
  const isChanged = one.stage === 1 && (one.changed || review === 'changed') && second?.decision?.sign !== 'same'
  if (!isChanged) return { cells, stands: standing(first) }
  return second?.items.some(item => !item.struck)
    ? { cells: struck, stands: standing(second) }
    : { cells, stands: nothing('изменено во\u00a0второй инстанции, как\u00a0— карточка не\u00a0говорит') }
}

const struckOut = (cell: ChainCell): ChainCell => ({
  ...cell,
  items: cell.items.map(item => ({ ...item, struck: true })),
})

const forceOf = (instances: readonly ChainInstance[], today: string): string[] => {
  const valid = instances.findLast(({ result_valid_date }) => result_valid_date)?.result_valid_date
  if (valid) return [`${valid <= today ? 'в\u00a0силе с' : 'вступит в\u00a0силу'} ${showDate(valid)}`]
  const appeal = instances.length === 1 ? instances[0]?.appeal_date : undefined
  return [appeal ? `обжаловано ${showDate(appeal)}` : 'о\u00a0вступлении в\u00a0силу сведений нет']
}
