import type { FullCase } from '#shared/api/full-case.ts'
import { fieldName } from '#shared/domain/case-field-names.ts'
import { lowerFirstUnlessAcronym } from '#shared/domain/wording.ts'

type Source = Pick<FullCase, 'id' | 'stage' | 'created_at'> & {
  readonly revisions: readonly FullCase['revisions'][number][]
}
export type CardRevision = {
  key: string
  caseId: number
  number: number
  seen_at: string
  stage: 1 | 2
  changes: FullCase['revisions'][number]['changes']
  page_hash: string | null
  isWhole: boolean
  isNew: boolean
}

/** `since`: the previous visit; null when there was none, and then nothing is new. */
export const cardRevisions = (instances: readonly Source[], since: string | null): CardRevision[] =>
  instances
    .flatMap(({ id, stage, revisions }) =>
      revisions
        .filter(({ changes }) => changes.length > 0)
        .map(({ number, is_whole, seen_at, changes, page_hash }) => ({
          key: `${id} ${number}`,
          caseId: id,
          number,
          seen_at,
          stage,
          changes,
          page_hash,
          isWhole: is_whole,
          // A change by our own rereading is not a change by the court.
          isNew: isAfter(seen_at, since) && changes.every(({ field }) => !ownChanges.has(field)),
        })),
    )
    .toSorted((a, b) => Date.parse(b.seen_at) - Date.parse(a.seen_at))

export const newInstances = <S extends Source>(instances: readonly S[], since: string | null): S[] =>
  instances.filter(({ created_at }) => isAfter(created_at, since))

const isAfter = (instant: string, since: string | null): boolean =>
  since !== null && Date.parse(instant) > Date.parse(since)

/** Changes made by the product itself, not by the court. */
const ownChanges: ReadonlySet<string> = new Set(['reading', 'forgotten'])

export const newsWords = (readings: readonly CardRevision[], twoInstances: boolean): string[] => {
  const words = readings
    .filter(({ isNew }) => isNew)
    .flatMap(({ stage, changes }) =>
      changes.map(({ field }) => {
        const name = fieldName(field)
        const small = lowerFirstUnlessAcronym(name)
        return twoInstances ? `${small} (${stage}-я\u00a0инстанция)` : small
      }),
    )
  return [...new Set(words)]
}

/** What the court has removed from its site, and when that was noticed. */
type Watched = Pick<FullCase, 'gone_at' | 'has_result_text' | 'defendants_hidden' | 'penalties' | 'result_type'> &
  Pick<Source, 'revisions'>
export type RemovedFromSite = { what: 'card' | 'text' | 'penalty' | 'result' | 'names'; at: string }
export const removedFromSite = ({
  gone_at,
  has_result_text,
  defendants_hidden,
  penalties,
  result_type,
  revisions,
}: Watched): RemovedFromSite[] => {
  // A change by a new reader version is not a removal by the court.
  const told = revisions
    .filter(({ changes }) => !changes.some(({ field }) => ownChanges.has(field)))
    .toSorted((a, b) => b.number - a.number)
  const since = (fits: (change: CardRevision['changes'][number]) => boolean): string | undefined =>
    told.find(({ changes }) => changes.some(fits))?.seen_at
  const text = has_result_text ? undefined : since(({ field, after }) => field === 'text' && after === null)
  const isLost = (field: string) => (change: CardRevision['changes'][number]) =>
    change.field === field && change.before !== null && change.after === null
  // A card may lose a penalty that only the text states, while the text is still there.
  const hadText = revisions.some(({ changes }) => changes.some(({ field }) => field === 'text'))
  const lostPenalty = told.find(
    ({ changes }) => changes.some(isLost('penalties')) && (!hadText || changes.some(isLost('text'))),
  )
  const penalty = penalties.length > 0 || has_result_text ? undefined : lostPenalty?.seen_at
  const result = result_type === null ? since(isLost('result')) : undefined
  const names = defendants_hidden
    ? since(({ field, before, after }) => field === 'defendants' && before !== null && isMask(after) && !isMask(before))
    : undefined
  return [
    ...(gone_at === null ? [] : [{ what: 'card' as const, at: gone_at }]),
    ...(text === undefined ? [] : [{ what: 'text' as const, at: text }]),
    ...(penalty === undefined ? [] : [{ what: 'penalty' as const, at: penalty }]),
    ...(result === undefined ? [] : [{ what: 'result' as const, at: result }]),
    ...(names === undefined ? [] : [{ what: 'names' as const, at: names }]),
  ]
}
const isMask = (name: string | null): boolean => name === null || /скрыт|изъят|обезлич|^ФИО\s*\d*|^\P{L}*$/iu.test(name)
