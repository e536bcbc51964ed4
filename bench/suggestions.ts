import { type Kysely, sql } from 'kysely'
import { showNumber } from '#shared/domain/wording.ts'
import { connect } from '../server/db/connect.ts'
import type { DB } from '../server/db/schema.ts'
import type { AccountRights } from '../server/http/auth.ts'
import { suggest } from '../server/search/suggestions.ts'
import { measured, shown, type Telling, tableHead } from './measured.ts'

/** Suggestions of the search box, all groups of one call, for what people type; each time another name of the corpus. */
const limit = 60
const mostNames = 200

/** Over connections as many as a server has: groups are asked at the same time. */
export async function saySuggestions(url: string, { millisecondsEach, say }: Telling): Promise<void> {
  const db = connect(url)
  try {
    const { surnames, numbers, people } = await whatIsTyped(db)
    const everybody: AccountRights = { id: 0, regions: null, groups: ['tag_editor'], is_superuser: false }
    const limited: AccountRights = { ...everybody, regions: [22, 54, 66, 77, 78] }
    const half = (name: string): string => name.slice(0, Math.ceil(name.length / 2) + 1)
    const slipped = (name: string): string => name.slice(0, 4) + name.slice(5)
    say(tableHead(`подсказки, лиц: ${showNumber(people)}`, 'p50, мс', 'p95, мс', 'можно, мс', 'не успели, %'))
    for (const [title, typed, account] of [
      ['начало фамилии', surnames.map(half), everybody],
      ['начало фамилии, пять регионов', surnames.map(half), limited],
      ['фамилия в падеже', surnames.map(name => `${name}у`), everybody],
      ['фамилия с инициалом', surnames.map(name => `${name} А.`), everybody],
      ['фамилия с опечаткой', surnames.map(slipped), everybody],
      ['фамилия с опечаткой, пять регионов', surnames.map(slipped), limited],
      ['две буквы', surnames.map(name => name.slice(0, 2)), everybody],
      ['номер дела', numbers, everybody],
      ['номер дела, пять регионов', numbers, limited],
      ['статья', ['20.2', '20.2 ч 5', 'ст. 228', '158'], everybody],
      ['слово', ['митинг', 'дискредитация', 'в Твери', 'районный суд'], everybody],
    ] as const) {
      let [next, groups, late] = [0, 0, 0]
      const ask = async (): Promise<void> => {
        next = (next + 1) % Math.max(1, typed.length)
        const answer = await suggest({ db }, account, { q: typed[next] ?? 'митинг' })
        groups += answer.groups.length
        late += answer.groups.filter(group => group.late).length
      }
      const times = await measured(ask, millisecondsEach)
      say(`| ${title} ${shown(times)} ${limit} | ${showNumber(Math.round((late / groups) * 1000) / 10)} |`)
    }
  } finally {
    await db.destroy()
  }
}

async function whatIsTyped(db: Kysely<DB>) {
  const { rows: names } = await sql<{ name: string }>`
    select distinct split_part(name_normal, ' ', 1) as name from (
      select name_normal from defendant where name_normal ~ '^[А-Я][а-я]{5,} ' order by hashint4(id) limit ${mostNames * 5}
    ) picked limit ${mostNames}`.execute(db)
  const numbers = await db
    .selectFrom('court_case')
    .select('case_number')
    .orderBy(sql`hashint4(id)`)
    .limit(mostNames)
    .execute()
  const { rows: counted } = await sql<{ people: number }>`
    select reltuples::integer as people from pg_class where oid = 'defendant'::regclass`.execute(db)
  return {
    surnames: names.map(({ name }) => name),
    numbers: numbers.map(({ case_number }) => case_number),
    people: Math.max(0, counted[0]?.people ?? 0),
  }
}
