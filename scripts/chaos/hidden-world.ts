import { sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { changeAccount } from '../../server/accounts/accounts.ts'
import { buildApp } from '../../server/app.ts'
import { asking, patch, post } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { inFolder } from './templates.ts'

/** Occurs in cases of the hidden region only, and in no request. */
export const hiddenMark = /чужедал|99\.77/i
const hiddenRegion = 77
const openRegion = 78
/** Ids of rows of the hidden region start here. */
const firstHidden = 900_001

const records = (word: string, region: number, article: string) =>
  Array.from({ length: 4 }, (_, n) => ({
    source_key: `hidden:${word}:${n}`,
    court: { title: `${word}ний районный суд`, region, city: `${word}ь` },
    judge: `${word}няя Вера Ильинична`,
    case_number: `5-${n}-${word}/2026`,
    case_uid: `${region}RS0001-01-2026-00000${n}-${word}`,
    result: `${word}ний результат`,
    result_date: today(),
    entry_date: addDays(today(), -n),
    articles: [{ codex: 'koap' as const, article_number: article, part: '3' }],
    defendants: [{ name: `${word}нов Пётр Ильич` }],
    participants: [{ role: 'Защитник', name: `${word}ний А. Б.` }],
    events: [{ type: `${word}нее заседание`, date: addDays(today(), 9), time: '10:00', hall: word }],
    defence_params: [{ key: 'действия', value: `${word}нее шествие` }],
    penalties: [{ type: 'fine' as const, value: 500, text: `${word}ний штраф` }],
    text: `${word}ний текст решения: суд установил, что гражданин стоял с плакатом.`,
    url: `https://sud.example/${encodeURIComponent(word)}/${n}`,
  }))

/** Cases of two regions, and an account that has saved objects of both and may now see only one of them. */
export const makeHiddenWorld = (dataDir: string) =>
  inFolder(dataDir, async ({ db }) => {
    const limited = await buildAccount(db, { username: 'limited', groups: ['tag_editor'] })
    const editor = await buildAccount(db, { username: 'editor', groups: ['tag_editor'], regions: [openRegion] })
    const superuser = await buildAccount(db, { username: 'superuser', isSuperuser: true })
    const decoys = [await buildAccount(db, { regions: [openRegion] }), await buildAccount(db, { approved: false })]
    const open = await buildCases(db, records('Ближай', openRegion, '98.78'))
    for (const table of [
      'court_case',
      'court',
      'judge',
      'article',
      'result_type',
      'event_type',
      'defence_param',
      'defendant',
      'tag',
    ])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${firstHidden}, false)`.execute(db)
    const hidden = await buildCases(db, records('Чужедал', hiddenRegion, '99.77'))
    await sql`insert into tag (value) values ('чужедальняя метка')`.execute(db)
    await sql`insert into case_tag (case_id, tag_id) select id, ${firstHidden} from court_case where region = ${hiddenRegion}`.execute(
      db,
    )
    await sql`insert into tag (id, value) overriding system value values (1001, 'ближайная метка')`.execute(db)
    await sql`insert into case_tag (case_id, tag_id) select id, 1001 from court_case where region = ${openRegion}`.execute(
      db,
    )
    const ids = async (what: string): Promise<number[]> =>
      (await sql<{ id: number }>`select distinct id from (select ${sql.raw(what)}) as one (id)`.execute(db)).rows.map(
        ({ id }) => id,
      )
    const people = await ids('defendant_id from case_defendant where defendant_id is not null')
    const pools: Readonly<Record<string, readonly (string | number)[]>> = {
      court: await ids('court_id from court_case'),
      judge: await ids('judge_id from court_case'),
      codex_articles: await ids('article_id from case_article'),
      result_type: await ids('result_type_id from court_case where result_type_id is not null'),
      event_type: await ids('event_type_id from case_event'),
      case_defence_params: await ids('defence_param_id from case_defence_param'),
      tags: [firstHidden, 1001],
      regions: [hiddenRegion, openRegion],
      case: [...open, ...hidden],
      person: people,
      set: [1, 2],
      username: ['nobody', ...decoys.map(({ username }) => username)],
      text_search_type: ['raw', 'plain'],
      query: ['чуж', 'ближ', 'ве', '98.7', '99.7', 'су'],
      facets: ['court', 'judge', 'court_city', 'result_type', 'codex_articles', 'tags', 'regions'],
    }
    const aliases: Readonly<Record<string, string>> = {
      ...{ courts: 'court', judges: 'judge', articles: 'codex_articles', cases: 'case', add: 'case', remove: 'case' },
      ...{ mute: 'case', unmute: 'case', other: 'case', allowed_regions: 'regions', text_search: 'query', sets: 'set' },
    }

    const app = await buildApp({ db, dataDir, publicUrl: 'https://sudmonitor.example' })
    await app.ready()
    const ask = await asking(app, db).as(limited)
    const both = Object.fromEntries(
      ['court', 'judge', 'codex_articles', 'result_type', 'event_type', 'case_defence_params', 'tags'].map(name => [
        name,
        (pools[name] ?? []).map(String),
      ]),
    )
    const kept = {
      subscriptions: [] as (string | number)[],
      links: [] as (string | number)[],
      citations: [] as (string | number)[],
      secrets: [] as (string | number)[],
    }
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await ask(path, post(body))
      if (answer.status >= 300) throw new Error(`${path} ${answer.text}`)
      return answer.text
    }
    const idOf = (text: string): string => /"id":"?([\w-]+)/.exec(text)?.[1] ?? ''
    for (const about of [{ get_params: both }, { case: hidden[0] }, { person: people.find(id => id >= firstHidden) }]) {
      const id = idOf(await made('subscriptions/', about))
      kept.subscriptions.push(id)
      kept.secrets.push(/feeds\/([\w-]{32})\//.exec(await made(`subscriptions/${id}/feed/`, {}))?.[1] ?? '')
    }
    await made('presets/', { title: 'Мой набор', get_params: both, human_readable: { court: 'Чужедальний' } })
    kept.links.push(idOf(await made('links/', { get_params: both })))
    kept.citations.push(
      idOf(await made('data/citations/', { rows: 'court', columns: 'none', metrics: ['cases'], get_params: both })),
    )
    await made('exports/', { selected_columns: ['id', 'court', 'judge'], filters: both })
    await made('sets/', { title: 'Подборка', cases: [...open, ...hidden] })
    await ask('users/me/', patch({ favorite_cases: { add: [...open, ...hidden] } }))
    await changeAccount(db, { username: limited.username }, { groups: [], regions: [openRegion] })
    await app.close()

    const ofPath: readonly (readonly [RegExp, readonly (string | number)[]])[] = [
      [/\/cases\//, [...open, ...hidden]],
      [/\/(defendants|people)\//, people],
      [/\/subscriptions\//, kept.subscriptions],
      [/\/links\//, kept.links],
      [/\/citations\//, kept.citations],
      [/\/tags\//, [firstHidden, 1001]],
      [/\/users\/\{id\}/, decoys.map(({ id }) => id)],
      [/\/(feeds|unsubscribe)\//, kept.secrets],
      [/./, [1, 2, 3]],
    ]
    const protectedIds = [limited.id, editor.id, superuser.id]
    return {
      accounts: { limited: limited.id, editor: editor.id, superuser: superuser.id },
      /** Valid values for a parameter of this name; for a path parameter, by the start of the path. */
      known: (path: string, name: string, mayTouchHidden: boolean): readonly (string | number)[] => {
        const all =
          name.startsWith('path:') && name !== 'path:other'
            ? (ofPath.find(([begins]) => begins.test(path))?.[1] ?? [])
            : (pools[aliases[name.replace('path:', '')] ?? name] ?? [])
        return mayTouchHidden ? all : all.filter(one => !(Number(one) >= firstHidden))
      },
      /** Requests of a superuser that would lift the limits of the others. */
      isForbidden: (url: string, body: string): boolean =>
        protectedIds.some(id => url.endsWith(`/users/${id}/`)) ||
        /limited|editor|superuser/.test(body) ||
        /9000\d\d/.test(url + body),
    }
  })
