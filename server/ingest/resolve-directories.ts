import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { personKey } from '../names/person-name.ts'
import { type Court, courtKey, findCourts } from './courts.ts'
import {
  addResultUses,
  articleIds,
  defenceParamIds,
  directoryKey,
  directoryTitleIds,
  hearingTypes,
  judgeIds,
} from './directories.ts'
import { findOrAddPeople } from './people.ts'
import { articleKeysOf, judgeName, type Person, type PreparedCase } from './prepare-case.ts'

/** Ids of all directory rows of a batch, locked in a fixed order of directories. */
export type Directories = Awaited<ReturnType<typeof resolveDirectories>>

const needed = <K extends string | number, T>(found: ReadonlyMap<K, T>, key: K): T => {
  const value = found.get(key)
  if (value === undefined) throw new Error(`Not in the directory: ${key}`)
  return value
}

export async function resolveDirectories(trx: Transaction<DB>, cases: readonly PreparedCase[]) {
  const records = cases.map(({ record }) => record)
  const courts = await findCourts(
    trx,
    records.map(record => record.court),
  )
  const courtOf = ({ record }: PreparedCase): Court => needed(courts, courtKey(record.court))
  const judgeNames = new Map(records.flatMap(({ judge }) => (judge === undefined ? [] : [[judge, judgeName(judge)]])))
  const judgeKeyOf = (prepared: PreparedCase): string | undefined => {
    const name = judgeNames.get(prepared.record.judge ?? '')
    return name === undefined ? undefined : directoryKey(courtOf(prepared).id, name)
  }

  const judges = await judgeIds(trx, new Set(cases.map(judgeKeyOf).filter(key => key !== undefined)))
  const articles = await articleIds(trx, new Set(records.flatMap(articleKeysOf)))
  const results = await directoryTitleIds(
    trx,
    'result_type',
    new Set(records.map(({ result }) => result).filter(result => result !== undefined)),
  )
  await addResultUses(
    trx,
    new Set(
      records.flatMap(({ result, type, stage }) =>
        result === undefined ? [] : [directoryKey(needed(results, result), directoryKey(type, stage))],
      ),
    ),
  )
  const eventTitles = new Set(records.flatMap(({ events }) => events.map(({ type }) => type)))
  const events = await directoryTitleIds(trx, 'event_type', eventTitles)
  const hearings = await hearingTypes(trx, [...new Set(events.values())])
  const params = await defenceParamIds(
    trx,
    new Set(
      cases.flatMap(({ record, decision }) =>
        [...record.defence_params, ...(decision?.facts.defence_params ?? [])].map(({ key, value }) =>
          directoryKey(key, value),
        ),
      ),
    ),
  )
  const people = await findOrAddPeople(
    trx,
    cases.flatMap(prepared => {
      const { id: court, region } = courtOf(prepared)
      return prepared.people.flatMap(person =>
        person.full === undefined ? [] : [{ person, full: person.full, court, region }],
      )
    }),
  )
  return {
    court: courtOf,
    judge: (prepared: PreparedCase): number | null => {
      const key = judgeKeyOf(prepared)
      return key === undefined ? null : needed(judges, key)
    },
    article: (key: string): number => needed(articles, key),
    resultType: (title: string): number => needed(results, title),
    eventType: (title: string): number => needed(events, title),
    isHearing: (title: string) => needed(hearings, needed(events, title)),
    defenceParam: (key: string, value: string): number => needed(params, directoryKey(key, value)),
    knownPerson: (prepared: PreparedCase, { full }: Person): number | undefined =>
      full === undefined ? undefined : (needed(people, personKey(full, courtOf(prepared).id)) ?? undefined),
  }
}
