import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  type ForgettingDecision,
  type ForgettingPreview,
  type ForgettingRegister,
  forgettingDecisions,
  forgettingMade,
  forgettingPreview,
  forgettingRegister,
  forgettingRequest,
} from '#shared/api/forgetting.ts'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import { forgettingGroundValues, hideSmallCount, undoDays } from '#shared/domain/forgetting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { answers, created, done } from '../http/answers.ts'
import { conflict, fieldError, forbidden, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { personWith } from './subject.ts'
import type { Undone } from './undo-forgetting.ts'

const route = routeOptions('Администратору', { access: 'superuser' })

export const forgettingRoutes: FeatureRoutes = async (app, { db, dataDir }) => {
  app.get(
    '/defendants/:id/forgetting/',
    route({
      summary: 'Дела лица, из которых будет убрано имя',
      description: 'Все дела этого лица. Решать может тот, кому открыты все регионы.',
      params: idParams,
      response: answers(forgettingPreview, 401, 403, 404),
    }),
    async ({ account, params: { id } }) => {
      refuseNarrow(account)
      const preview = await previewOf(db, id)
      if (preview === undefined) throw noPerson()
      return preview
    },
  )

  app.post(
    '/defendants/:id/forgetting/',
    route({
      summary: 'Забыть лицо',
      description: `Имя убирается отовсюду сразу, в названных делах; дела остаются. Отменить можно ${undoDays} дней.`,
      params: idParams,
      body: forgettingRequest,
      response: created(forgettingMade, 400, 401, 403, 404, 409, 413, 415),
    }),
    async ({ account, params: { id }, body }) => {
      refuseNarrow(account)
      if (body.until !== null && body.until < today()) throw fieldError('until', 'Этот день уже прошёл.')
      // Imported lazily, since it loads the readers of decisions.
      const { forgetPerson } = await import('./forget-person.ts')
      const forgot = await forgetPerson({ db, dataDir }, { person: id, ...body }, account.id)
      if (forgot.is === 'unknown person') throw noPerson()
      if (forgot.is === 'not their cases') throw conflict('Не все эти дела — этого лица. Обновите страницу.')
      if (forgot.is === 'no name') throw conflict('Это не имя человека: убирать нечего.')
      return { id: forgot.id, cases: forgot.cases }
    },
  )

  app.get(
    '/forgetting/decisions/',
    route({
      summary: 'Решения о забвении',
      description: 'Без имён. Сначала последние.',
      querystring: pagedQuery,
      response: answers(forgettingDecisions, 400, 401, 403),
    }),
    async request => pageOf(request, await listDecisions(db, request.query), request.query),
  )

  app.post(
    '/forgetting/:id/undo/',
    route({
      summary: 'Отменить решение о забвении',
      description: `Всё возвращается, как было. Не позже ${undoDays} дней после решения.`,
      params: idParams,
      response: answers(done, 401, 403, 404, 409),
    }),
    async ({ account, params: { id } }) => {
      const { undoForgetting } = await import('./undo-forgetting.ts')
      const { is } = await undoForgetting({ db, dataDir }, id, account.id)
      if (is === 'unknown') throw notFound('Такого решения нет.')
      if (is !== 'done') throw conflict(refusals[is])
      return { detail: 'Решение отменено, имя возвращено.' }
    },
  )

  app.get(
    '/forgetting/',
    routeOptions('Справочники', { access: 'member' })({
      summary: 'Реестр решений о забвении в числах',
      description: 'По основаниям и годам. Вместо 1 и 2 — `null`: «меньше 3».',
      response: answers(forgettingRegister, 401),
    }),
    () => registerOf(db),
  )
}

const noPerson = () => notFound('Такого лица нет.')
const refuseNarrow = ({ regions }: { regions: readonly number[] | null }): void => {
  if (regions !== null) throw forbidden('Решать может тот, кому открыты все регионы: имя убирается во всех.')
}
const refusals: Readonly<Record<Exclude<Undone['is'], 'done' | 'unknown'>, string>> = {
  'undone already': 'Это решение уже отменили.',
  'too late': `Прошло больше ${undoDays} дней: то, что было убрано, уничтожено, и вернуть его нельзя.`,
  'no key': 'На сервере нет ключа, которым запечатано убранное: он лежит в папке данных того сервера, где решали.',
}

/** Superusers see each decision; others see counts that identify nobody. */

/** Undefined: there is no such person. Only for accounts that see every region. */
async function previewOf(db: Kysely<DB>, id: number): Promise<ForgettingPreview | undefined> {
  const found = await personWith(db, id)
  if (found === undefined) return undefined
  const cases = await db
    .selectFrom('court_case')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(({ eb, fn }) => eb('case_defendant.defendant_id', '=', fn.any(eb.val(found.people))))
    .distinctOn('court_case.id')
    .select(['court_case.id', 'case_number', 'court.title as court', 'entry_date', 'case_defendant.name'])
    .orderBy('court_case.id', 'desc')
    .execute()
  return { name: found.names[0] ?? '', cases }
}

type Row = Omit<ForgettingDecision, 'decided_at' | 'undone_at' | 'undo_until' | 'state' | 'grounds'> & {
  decided_at: Date
  undone_at: Date | null
  undo_until: Date
  grounds: string
  is_sealed: boolean
}
const oneOfGrounds = z.enum(forgettingGroundValues)

async function listDecisions(db: Kysely<DB>, page: PageAsked): Promise<PageFound<ForgettingDecision>> {
  const decisions = db
    .selectFrom('forgetting')
    .leftJoin('account', 'account.id', 'forgetting.account_id')
    .select(['forgetting.id', 'decided_at', 'username', 'grounds', 'reason', 'until', 'cases', 'undone_at'])
    .select([
      sql<Date>`decided_at + ${sql.lit(undoDays)} * interval '1 day'`.as('undo_until'),
      sql<boolean>`exists (select from forgetting_seal where forgetting_id = forgetting.id)`.as('is_sealed'),
    ])
    .orderBy('forgetting.id', 'desc')
  const { count, rows } = await pageOfQuery(decisions, page)
  return { count, rows: rows.map(presented) }
}

const presented = ({ is_sealed, undo_until, decided_at, undone_at, grounds, ...row }: Row): ForgettingDecision => ({
  ...row,
  grounds: oneOfGrounds.parse(grounds),
  decided_at: decided_at.toISOString(),
  undone_at: undone_at?.toISOString() ?? null,
  state: undone_at !== null ? 'undone' : row.until !== null && row.until < today() ? 'ended' : 'in_force',
  undo_until: undone_at === null && is_sealed && undo_until > new Date() ? undo_until.toISOString() : null,
})

type Counted = { grounds: string; year: number; decisions: number; in_force: number; undone: number }
type Numbers = ForgettingRegister['all']

async function registerOf(db: Kysely<DB>): Promise<ForgettingRegister> {
  const { rows } = await sql<Counted>`
    select grounds, extract(year from decided_at at time zone 'Europe/Moscow')::integer as year, count(*) as decisions,
      count(*) filter (where undone_at is null and (until is null or until >= ${today()}::date)) as in_force,
      count(undone_at) as undone
    from forgetting group by 1, 2`.execute(db)
  const years = [...new Set(rows.map(({ year }) => year))].sort((one, other) => other - one)
  return {
    all: sum(rows),
    grounds: forgettingGroundValues.map(grounds => ({ grounds, ...sum(rows.filter(row => row.grounds === grounds)) })),
    years: years.map(year => ({ year, ...sum(rows.filter(row => row.year === year)) })),
  }
}
const sum = (rows: readonly Counted[]): Numbers => {
  const of = (name: 'decisions' | 'in_force' | 'undone'): number =>
    rows.reduce((all, row) => all + Number(row[name]), 0)
  return {
    decisions: hideSmallCount(of('decisions')),
    in_force: hideSmallCount(of('in_force')),
    undone: hideSmallCount(of('undone')),
  }
}
