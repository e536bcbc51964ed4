import type { DeadlineRow, DeadlinesAnswer, OwnDay } from '#shared/api/deadlines.ts'
import { personName } from '../filters/case-wording.ts'

/** Facts that a reader may enter, and the effect of one change on the others. */
export type Wanted = Pick<OwnDay, 'kind' | 'person'> & { label: string; isOfCrime?: true }
export type Given = Pick<OwnDay, 'day' | 'severity'>
type Told = Pick<DeadlinesAnswer, 'deadlines' | 'own' | 'accused' | 'is_decided'>

/** For each accused, even a single one: the card may list more later. An entered fact can always be changed. */
export function wantedDays({ deadlines, own, accused, is_decided }: Told): Wanted[] {
  const isMissing = (...kinds: readonly NonNullable<DeadlineRow['missing']>[]) =>
    deadlines.some(({ missing }) => missing !== null && kinds.includes(missing))
  const isKnown = (kind: OwnDay['kind']) => own.some(one => one.kind === kind)
  const acts: Wanted[] =
    isMissing('act', 'severity') || isKnown('act')
      ? [
          deadlines.some(({ kind }) => ofCrime.has(kind))
            ? { kind: 'act', person: null, label: 'День преступления', isOfCrime: true }
            : { kind: 'act', person: null, label: 'День нарушения' },
        ]
      : []
  if (!is_decided || !(isMissing('served') || isKnown('served'))) return acts
  const [only, another] = accused
  if (another === undefined)
    return [...acts, { kind: 'served', person: only?.ordinal ?? null, label: 'День вручения копии' }]
  const days = accused.map(
    ({ ordinal, name, hidden }): Wanted => ({
      kind: 'served',
      person: ordinal,
      label: `День вручения: ${hidden ? name : personName(name)}`,
    }),
  )
  return [...acts, ...days]
}
/** Kinds only of criminal cases. */
const ofCrime: ReadonlySet<string> = new Set([
  'crime',
  'custody',
  'appeal',
  'cassation',
] satisfies DeadlineRow['kind'][])

/** A day of service entered for the case, when there are several accused it may belong to. */
export const unassignedDay = ({ own, accused }: Told): string | undefined =>
  accused.length < 2 ? undefined : own.find(({ kind, person }) => kind === 'served' && person === null)?.day

const isOf = (one: OwnDay, of: Wanted, { accused }: Told): boolean =>
  one.kind === of.kind && (one.person === of.person || (one.person === null && accused.length === 1))

export const ownDayOf = (told: Told, of: Wanted): OwnDay | undefined =>
  told.own.find(one => one.kind === of.kind && one.person === of.person) ?? told.own.find(one => isOf(one, of, told))

/** All facts after setting or removing one. A fact without a person is dropped when it is entered for a person. */
export function daysWith(told: Told, of: Wanted, given: Given | undefined): OwnDay[] {
  const isAssigned = (one: OwnDay): boolean =>
    of.kind === 'served' && one.kind === 'served' && one.person === null && one.day === given?.day
  const others = told.own.filter(one => !isOf(one, of, told) && !isAssigned(one))
  return [...others, ...(given === undefined ? [] : [{ kind: of.kind, person: of.person, ...given }])]
}
