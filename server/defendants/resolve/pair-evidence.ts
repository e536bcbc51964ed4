import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { compareNames } from './compare-names.ts'
import { type FoundPair, type FoundPairs, isProtocol, type NamedPerson } from './find-pairs.ts'
import { type NameUse, rarityOf, readNameUse } from './name-use.ts'
import type { Evidence } from './score-pair.ts'

/** Evidence for and against two people being one, apart from their names: their cases, and who else has the name. */
export type WeighedPair = FoundPair & { found: Evidence; ofMany: boolean }

/** Cases of one court are near within this many days… */
const nearDays = 60
/** …and of two courts of one city. */
const nearDaysInCity = 30
/** After this many days a matching name is weaker evidence. */
const longDays = 3 * 366
const mostCases = 50
/** With more bearers, counted once per court, pairs are not put to a superuser. */
const mostPairwise = 8

/** «5-28/2022 (5-2643/2021;)»: the former number stands in brackets. */
const isFormer = (now: string, before: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(now)} like '%(%' and length(${sql.ref(before)}) >= 5
    and strpos(split_part(${sql.ref(now)}, '(', 2), ${sql.ref(before)}) > 0)`

type Facts = {
  left_id: number
  right_id: number
  together: boolean
  borne_by_several: boolean
  same_uid: boolean
  same_protocol: boolean
  linked: boolean
  former_number: boolean
  near_in_court: boolean
  near_in_city: boolean
  appeal_follows: boolean
  same_court: boolean
  same_city: boolean
  other_city: boolean
  same_region: boolean
  long_apart: boolean
  same_article: boolean
}

/** Leaves out pairs already merged otherwise than automatically, and those decided by a person. */
export async function weighPairs(
  db: Kysely<DB>,
  { pairs, people }: Pick<FoundPairs, 'pairs' | 'people'>,
): Promise<WeighedPair[]> {
  if (pairs.length === 0) return []
  const byKey = new Map(pairs.map(pair => [`${pair.left.id} ${pair.right.id}`, pair]))
  const ids = JSON.stringify(pairs.map(({ left, right }) => ({ left_id: left.id, right_id: right.id })))
  const { rows } = await sql<Facts>`
    with pair as materialized (
      select r.left_id, r.right_id from json_to_recordset(${ids}::json) as r(left_id integer, right_id integer)
      join defendant l on l.id = r.left_id join defendant r2 on r2.id = r.right_id
      where (coalesce(l.merged_into, l.id) <> coalesce(r2.merged_into, r2.id) or exists (
          select from person_merge where person_merge.left_id = r.left_id and person_merge.right_id = r.right_id
            and undone_at is null and why = 'automatic'
        ))
        and not exists (
          select from person_pair where person_pair.left_id = r.left_id and person_pair.right_id = r.right_id
            and verdict <> 'open' and (verdict <> 'same' or account_id is not null)
        )
    ),
    own as (select left_id as id from pair union select right_id from pair),
    stands as materialized (
      select own.id, one.* from own join defendant on defendant.id = own.id
      cross join lateral (
        select case_id, case_number, region, nullif(city, '') as city, stage, court_id, entry_date, result_date, case_uid,
          case when ${isProtocol('protocol_number')} then protocol_number end as protocol_number,
          article_ids as articles
        from case_defendant join court_case on court_case.id = case_defendant.case_id
        where case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)
          and coalesce(own_id, defendant_id) = own.id
        order by court_case.id desc limit ${mostCases}
      ) one
    )
    select left_id, right_id,
      bool_or(l.case_id = r.case_id) as together,
      (exists (select from defendant namesake where namesake.parted_from in (left_id, right_id))
        or exists (select from defendant own where own.id in (left_id, right_id) and own.parted_from is not null)
      ) as borne_by_several,
      coalesce(bool_or(l.case_uid = r.case_uid), false) as same_uid,
      coalesce(bool_or(l.protocol_number = r.protocol_number and l.region = r.region), false) as same_protocol,
      bool_or(exists (select from case_link where case_link.case_id = l.case_id and other_id = r.case_id)) as linked,
      bool_or(l.court_id = r.court_id and l.case_number <> r.case_number and (
        ${isFormer('l.case_number', 'r.case_number')} or ${isFormer('r.case_number', 'l.case_number')}
      )) as former_number,
      coalesce(bool_or(l.court_id = r.court_id and l.articles && r.articles
        and abs(l.entry_date - r.entry_date) <= ${nearDays}), false) as near_in_court,
      -- A court above sits in one city for all its region: only those of first instance lie near or far.
      coalesce(bool_or(l.court_id <> r.court_id and l.region = r.region and l.city = r.city and l.stage = 1 and r.stage = 1
        and l.articles && r.articles and abs(l.entry_date - r.entry_date) <= ${nearDaysInCity}), false) as near_in_city,
      coalesce(bool_or(l.stage <> r.stage and l.region = r.region and l.articles && r.articles
        -- A matter keeps its УИД: another one is another matter.
        and (l.case_uid is null or r.case_uid is null or l.case_uid = r.case_uid)
        and case when l.stage = 1 then r.entry_date - l.result_date else l.entry_date - r.result_date end
          between 0 and ${appealDays}), false) as appeal_follows,
      bool_or(l.court_id = r.court_id) as same_court,
      coalesce(bool_or(l.region = r.region and l.city = r.city and l.stage = 1 and r.stage = 1), false) as same_city,
      coalesce(bool_and(l.city <> r.city) filter (where l.region = r.region and l.stage = 1 and r.stage = 1), false)
        as other_city,
      bool_or(l.region = r.region) as same_region,
      coalesce(min(abs(l.entry_date - r.entry_date)) > ${longDays}, false) as long_apart,
      coalesce(bool_or(l.articles && r.articles), false) as same_article
    from pair join stands l on l.id = left_id join stands r on r.id = right_id
    group by left_id, right_id`.execute(db)
  const torn = await appealsOfSeveral(
    db,
    rows.filter(({ appeal_follows }) => appeal_follows),
  )
  const ends = new Map(pairs.flatMap(({ left, right }) => [left, right]).map(one => [one.id, one]))
  const use = await readNameUse(db, [...ends.values()])
  return rows.flatMap(({ left_id, right_id, ...facts }) => {
    const key = `${left_id} ${right_id}`
    const pair = byKey.get(key)
    if (pair === undefined) return []
    const found: Evidence = { ...facts, ...ofNames(pair, facts, people, use), ...ofPlaces(facts) }
    found.appeal_of_several = found.appeal_follows === true && torn.has(key)
    const bearers = pair.relation === 'full' ? use.ofFullName(pair.left.full).people : 0
    return [{ ...pair, found, ofMany: bearers > mostPairwise }]
  })
}

type OfCases = Omit<Facts, 'left_id' | 'right_id'>

const ofPlaces = (facts: OfCases): Evidence => {
  const near_in_city = facts.near_in_city && !facts.near_in_court
  const isNear = near_in_city || facts.near_in_court
  return {
    near_in_city,
    appeal_follows: facts.appeal_follows && !isNear,
    same_article: facts.same_article && !isNear && !facts.appeal_follows,
    same_court: facts.same_court && !facts.near_in_court,
    same_city: facts.same_city && !isNear && !facts.same_court,
    other_city: facts.other_city && !facts.appeal_follows,
    other_region: !facts.same_region,
  }
}

function ofNames(
  { left, right, relation }: FoundPair,
  facts: OfCases,
  people: FoundPairs['people'],
  use: NameUse,
): Evidence {
  const namesakes = facts.borne_by_several || haveNamesakes(left, right, people.get(left.normal) ?? [])
  if (relation === 'full') {
    const rarity = rarityOf(left, use)
    return { namesakes, rare_full_name: rarity === 'rare' && !namesakes, common_full_name: rarity === 'common' }
  }
  const common_name = use.isCommonSurname(left.parts) || use.isCommonSurname(right.parts)
  const isSpelling = relation === 'typing_surname' || relation === 'initials_typing'
  return {
    namesakes,
    common_name,
    rare_name: !common_name && !namesakes,
    two_surnames: isSpelling && use.isSurname(left.parts) && use.isSurname(right.parts),
  }
}

function haveNamesakes(left: NamedPerson, right: NamedPerson, block: readonly NamedPerson[]): boolean {
  if (left.parts.father !== undefined && right.parts.father !== undefined) return false
  const full = block.filter(({ parts }) => parts.father !== undefined && parts.given !== undefined)
  const fitting = full.filter(
    ({ parts }) => compareNames(parts, left.parts) !== 'different' || compareNames(parts, right.parts) !== 'different',
  )
  return fitting.some(one => fitting.some(other => compareNames(one.parts, other.parts) === 'different'))
}

/** Days between a decision and the case of the court above. */
const appealDays = 60

type Ends = { left_id: number; right_id: number }

/**
 * Those pairs, as `left right`, whose appeal may follow a decision about somebody else. A complaint follows one decision: when decisions of
 * two courts about different people of one surname and initials precede it, it is no evidence for either.
 */
async function appealsOfSeveral(db: Kysely<DB>, pairs: readonly Ends[]): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<Ends>`
    with pair as (
      select r.left_id, r.right_id, coalesce(one.merged_into, one.id) as left_root, coalesce(one.own_normal, one.name_normal) as left_normal,
        coalesce(other.merged_into, other.id) as right_root, coalesce(other.own_normal, other.name_normal) as right_normal
      from json_to_recordset(${JSON.stringify(pairs)}::json) as r(left_id integer, right_id integer)
      join defendant one on one.id = r.left_id join defendant other on other.id = r.right_id
    ),
    side as (
      select left_id, right_id, left_id as below, left_root as below_root, left_normal as normal, right_id as above,
        right_root as above_root from pair
      union all select left_id, right_id, right_id, right_root, right_normal, left_id, left_root from pair
    ),
    -- Step by step, each by an index: a planner that does not know the tables yet would begin with all cases.
    reviewed as materialized (
      select side.*, review.id as review_id, review.region, review.entry_date, review.case_uid
      from side
      join case_defendant above on above.defendant_id = above_root and coalesce(above.own_id, above.defendant_id) = side.above
      join court_case review on review.id = above.case_id and review.stage = 2
    ),
    decided as materialized (
      select distinct reviewed.*, decision.court_id
      from reviewed
      join case_defendant below on below.defendant_id = below_root and coalesce(below.own_id, below.defendant_id) = reviewed.below
      join court_case decision on decision.id = below.case_id and decision.stage = 1 and decision.region = reviewed.region
        and reviewed.entry_date - decision.result_date between 0 and ${appealDays}
    ),
    met as materialized (
      select decided.*, namesake.id as namesake, coalesce(namesake.merged_into, namesake.id) as root
      from decided join defendant namesake on namesake.name_normal = normal and namesake.own_normal is null
      where coalesce(namesake.merged_into, namesake.id) <> below_root
      union all
      select decided.*, namesake.id, coalesce(namesake.merged_into, namesake.id)
      from decided join defendant namesake on namesake.own_normal = normal
      where coalesce(namesake.merged_into, namesake.id) <> below_root
    ),
    rival as materialized (
      select met.left_id, met.right_id, review_id, rival.id
      from met
      join case_defendant theirs on theirs.defendant_id = met.root and coalesce(theirs.own_id, theirs.defendant_id) = met.namesake
      join court_case rival on rival.id = theirs.case_id and rival.stage = 1 and rival.region = met.region
        and rival.court_id <> met.court_id and met.entry_date - rival.result_date between 0 and ${appealDays}
        and (rival.case_uid is null or met.case_uid is null or rival.case_uid = met.case_uid)
    )
    select distinct left_id, right_id from rival
    where exists (
      select from case_article mine join case_article other using (article_id)
      where mine.case_id = review_id and other.case_id = rival.id
    )`.execute(db)
  return new Set(rows.map(({ left_id, right_id }) => `${left_id} ${right_id}`))
}
