import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { importDone } from '#shared/api/set-import.ts'
import {
  fullSet,
  itemsAdded,
  itemsChanged,
  itemsRemoved,
  newInvitation,
  type SetItem,
  setItemList,
  workingSet,
} from '#shared/api/sets.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'

/** Two editors of one set never lose a row (decision 0102), whatever they do, in any order and concurrently. */
const { db, as } = await testApp()
const court = (region: number) => ({ title: `Суд ${region}`, region, city: 'Москва' })
const ids = await buildCases(
  db,
  [77, 77, 77, 78].map(region => ({ court: court(region) })),
)
const first = await as(await buildAccount(db))
const second = await as(await buildAccount(db, { regions: [77] }))

type Act = { kind: string; at: number; more: boolean; status: string }
type Text = { id: string; case_id: number; act: number; column?: string }
/** What the server has acknowledged so far. */
class Team {
  readonly set: number
  acts = 0
  texts: Text[] = []
  /** The act that last changed each case. */
  readonly touched = new Map<number, number>()
  /** Each case as in the latest answer. */
  readonly newest = new Map<number, SetItem>()
  counts = { refused: 0, undone: 0 }
  constructor(set: number) {
    this.set = set
  }
  tell(act: number, items: readonly SetItem[], changed: readonly number[]): void {
    for (const item of items)
      if (item.version >= (this.newest.get(item.case_id)?.version ?? 0)) this.newest.set(item.case_id, item)
    for (const id of changed) this.touched.set(id, act)
  }
  without(isGone: (text: Text) => boolean): void {
    this.texts = this.texts.filter(text => !isGone(text))
  }
}

type Undo = () => Promise<void>
class Editor {
  readonly team: Team
  readonly ask: Ask
  items: SetItem[] = []
  columns: { key: string; title: string }[] = []
  readonly undos: Undo[] = []
  constructor(team: Team, ask: Ask) {
    this.team = team
    this.ask = ask
  }
  send(path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') {
    return this.ask(`sets/${this.team.set}/${path}`, { method, body })
  }
  async look(): Promise<void> {
    this.items = setItemList.parse((await this.ask(`sets/${this.team.set}/items/`)).body).results
    this.columns = fullSet.parse((await this.ask(`sets/${this.team.set}/`)).body).columns
  }
  /** Undefined: refused, so that nothing may have changed. */
  done<T>({ status, body, text }: { status: number; body: unknown; text: string }, schema: z.ZodType<T>) {
    expect([200, 201, 400, 409], text).toContain(status)
    if (status < 300) return schema.parse(body)
    this.team.counts.refused++
    return undefined
  }
  async add(act: number, cases: number[]): Promise<void> {
    const done = this.done(await this.send('items/', { cases }), itemsAdded)
    if (done === undefined) return
    this.team.tell(act, [], done.added)
    this.undos.push(() => this.remove(act, done.added, done.version))
  }
  /** `version`: undoes an addition, but not later work on the case. */
  async remove(act: number, cases: number[], version?: number): Promise<void> {
    const before = new Map(this.team.touched)
    const done = this.done(await this.send('items/remove/', { cases, version }), itemsRemoved)
    if (done === undefined) return
    if (version !== undefined) {
      for (const id of done.removed) expect(before.get(id), 'somebody has worked on what went').toBe(act)
      this.team.counts.undone++
    }
    this.undos.push(async () => void this.done(await this.send('items/restore/', { cases: done.removed }), workingSet))
  }
  async change(act: number, change: object, text?: Omit<Text, 'act'>): Promise<void> {
    const done = this.done(await this.send('items/', { items: [change] }, 'PATCH'), itemsChanged)
    if (done === undefined) return
    this.show(act, done)
    if (text !== undefined) this.team.texts.push({ ...text, act })
    if (done.undo.length > 0) this.undos.push(() => this.takeBack(act, done.undo))
  }
  /** As the page does. */
  show(act: number, { items, undo }: z.infer<typeof itemsChanged>): void {
    const now = new Map(items.map(item => [item.case_id, item]))
    this.items = this.items.map(item => now.get(item.case_id) ?? item)
    this.team.tell(
      act,
      items,
      undo.map(({ case_id }) => case_id),
    )
  }
  async takeBack(act: number, items: readonly object[]): Promise<void> {
    const done = this.done(await this.send('items/', { items }, 'PATCH'), itemsChanged)
    if (done === undefined) return
    this.show(-act, done)
    this.team.without(text => text.act === act)
    this.team.counts.undone++
  }
  async load(act: number, cases: number[]): Promise<void> {
    const rows = cases.map((choice, line) => ({ line, cells: [`№ ${choice}`, `таблица${act}`], choice }))
    const table = { heads: ['№ дела', 'Заметка'], kinds: ['id', 'note'], rows, set: this.team.set }
    const before = await this.there()
    const done = this.done(await this.ask('sets/import/', { method: 'POST', body: table }), importDone)
    if (done === undefined) return
    for (const case_id of cases) this.team.texts.push({ id: `таблица${act}`, case_id, act })
    this.team.tell(
      act,
      [],
      cases.filter(id => !before.has(id)),
    )
    this.undos.push(async () => {
      const [stood, touched] = [await this.there(), new Map(this.team.touched)]
      const undone = await this.send(`imports/${done.import_id}/undo/`, {})
      if (this.done(undone, z.object({ detail: z.string() })) === undefined) return
      const stand = await this.there()
      for (const id of stood)
        if (!stand.has(id) && cases.includes(id)) expect(touched.get(id), 'somebody has worked on what went').toBe(act)
      this.team.without(text => text.act === act)
      this.team.counts.undone++
    })
  }
  async there(): Promise<Set<number>> {
    const { body } = await first(`sets/${this.team.set}/items/`)
    return new Set(setItemList.parse(body).results.map(({ case_id }) => case_id))
  }
  async dropColumn(column: { key: string }): Promise<void> {
    const body = { columns: [], dropped_columns: [column.key] }
    if (this.done(await this.send('', body, 'PATCH'), fullSet) !== undefined) dropped.add(column.key)
  }
  async act({ kind, at, more, status }: Act): Promise<void> {
    const act = ++this.team.acts
    const cases = ids.filter((_, n) => n === at || (more && n === (at + 1) % ids.length))
    const item = this.items[at % Math.max(1, this.items.length)]
    const column = this.columns[at % Math.max(1, this.columns.length)]
    if (kind === 'look') return this.look()
    if (kind === 'add') return this.add(act, cases)
    if (kind === 'remove') return this.remove(act, cases)
    if (kind === 'import') return this.load(act, cases)
    if (kind === 'undo') return this.undos.splice(at % Math.max(1, this.undos.length), 1)[0]?.()
    if (kind === 'columns') {
      const columns = [...this.columns, { title: `столбец${act}` }]
      return void this.done(await this.send('', { columns }, 'PATCH'), fullSet)
    }
    if (kind === 'drop') return column && this.dropColumn(column)
    if (item === undefined) return undefined
    const seen = { case_id: item.case_id, version: item.version }
    const id = `${kind}${act}`
    const text = { id, case_id: item.case_id }
    if (kind === 'status') return this.change(act, { case_id: item.case_id, status })
    if (kind === 'label') return this.change(act, { case_id: item.case_id, add_labels: [id] }, text)
    if (kind === 'note') return this.change(act, { ...seen, note: `${item.note} ${id}` }, text)
    if (column === undefined) return undefined
    const columns = { [column.key]: `${item.columns[column.key] ?? ''} ${id}` }
    return this.change(act, { ...seen, columns }, { ...text, column: column.key })
  }
}
let dropped = new Set<string>()

const kinds = 'look look add remove status note note text text label columns drop import undo undo'.split(' ')
const anAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(ids.length - 1),
  more: fc.boolean(),
  status: fc.constantFrom('unseen', 'working', 'checked', 'disputed'),
})
const steps = fc.array(fc.tuple(fc.constantFrom('one', 'other', 'both'), anAct, anAct), {
  minLength: 25,
  maxLength: 40,
})

it('what was acknowledged and neither undone nor refused is there at the end', async () => {
  const sum = { texts: 0, refused: 0, undone: 0 }
  let run = 0
  await fc.assert(
    fc.asyncProperty(steps, async all => {
      const made = await first('sets/', { method: 'POST', body: { title: `Вдвоём ${++run}`, cases: ids.slice(0, 1) } })
      const team = new Team(workingSet.parse(made.body).id)
      const [one, other] = [new Editor(team, first), new Editor(team, second)]
      const { token } = newInvitation.parse((await one.send('invitations/', { role: 'editor' })).body)
      expect((await second('sets/invitations/accept/', { method: 'POST', body: { token } })).status).toBe(200)
      await one.send('', { columns: [{ title: 'Ход' }] }, 'PATCH')
      await Promise.all([one.look(), other.look()])
      dropped = new Set()
      for (const [who, left, right] of all) {
        if (who === 'both') await Promise.all([one.act(left), other.act(right)])
        else await (who === 'one' ? one : other).act(left)
        team.without(({ column }) => column !== undefined && dropped.has(column))
      }
      // Removed cases are kept, and restored with their notes.
      await one.send('items/', { cases: ids })
      await one.look()
      const noted = new Map(one.items.map(item => [item.case_id, item]))
      const { rows } = await cellsOf(team.set)
      for (const { id, case_id } of team.texts) {
        const item = noted.get(case_id)
        const texts = [item?.note, ...(item?.labels ?? []), ...Object.values(item?.columns ?? {})]
        expect(
          [...texts, ...(rows.get(case_id) ?? [])].flatMap(text => text?.split(/[ ;]+/) ?? []),
          id,
        ).toContain(id)
      }
      for (const [id, { status }] of team.newest) expect(noted.get(id)?.status, 'the newest status').toBe(status)
      sum.texts += team.texts.length
      sum.refused += team.counts.refused
      sum.undone += team.counts.undone
      await first(`sets/${team.set}/`, { method: 'DELETE' })
    }),
    { ...lawRuns(4), endOnFailure: true },
  )
  expect(Math.min(sum.texts, sum.refused, sum.undone)).toBeGreaterThan(2)
})

/** Texts of tables that were not written because the set had another value. */
async function cellsOf(set: number) {
  const found = await db
    .selectFrom('case_set_row as row')
    .innerJoin('case_set_import as import', 'import.id', 'row.import_id')
    .where('import.set_id', '=', set)
    .where('row.case_id', 'is not', null)
    .select(['row.case_id', 'row.cells'])
    .execute()
  const rows = new Map<number, string[]>()
  for (const { case_id, cells } of found)
    rows.set(case_id ?? 0, [...(rows.get(case_id ?? 0) ?? []), ...z.array(z.string()).parse(cells)])
  return { rows }
}
