import { describe, expect, it } from 'vitest'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { accused, type ListedPenalty, listedPenalty, withPlainSpaces } from '../../test/penalties.ts'
import { type ChainInstance, penaltyChain } from './penalty-chain.ts'

const plain = withPlainSpaces
const whole = { id: null, gender: 'f', hidden: false } as const
const people = (...names: string[]) => names.map(name => ({ ...whole, name }))
const one: ChainInstance = {
  ...{ id: 1, stage: 1, penalties: [], defendants: accused(1), annulled: false, changed: false, in_question: false },
  ...{ person_results: [], result_type: { id: 1, title: 'Вынесено постановление о назначении наказания' } },
  ...{ result_date: '2026-10-22', result_valid_date: null, appeal_date: null },
}
const fine = listedPenalty('fine', 10_000)
const first = (part: Partial<ChainInstance> = {}): ChainInstance => ({ ...one, penalties: [fine], ...part })
const review = (title: string, part: Partial<ChainInstance> = {}): ChainInstance => ({
  ...{ ...one, id: 2, stage: 2, result_date: '2026-11-18', result_type: { id: 2, title } },
  ...part,
})
const today = '2026-11-21'
/** «+» stands, «−» is struck out. */
const said = (instances: ChainInstance[]) =>
  penaltyChain(instances, today).map(({ name, cells, stands }) => ({
    name: plain(name),
    cells: cells.map(({ decision, items }) =>
      [
        ...(decision ? [decision.words] : []),
        ...items.map(item => `${item.struck ? '−' : '+'}${plain(item.words)}`),
      ].join(' '),
    ),
    stands: plain([...stands.items.map(({ words }) => words), ...stands.notes].join('; ')),
  }))
const chain = (instances: ChainInstance[]) => said(instances)[0]
const changedTo = (value: number, part: Partial<ListedPenalty> = {}) =>
  listedPenalty('fine', value, { state: 'changed', ...part })

describe('a penalty through the instances', () => {
  it('is nothing where no card tells one', () => expect(said([one, review('Оставлено без изменения')])).toEqual([]))
  it.each<[what: string, instances: ChainInstance[], cells: string[], stands: string]>([
    ['no word of force', [first()], ['+штраф 10 000 ₽'], 'штраф 10 000 ₽; о вступлении в силу сведений нет'],
    [
      'in force today',
      [first({ result_valid_date: today })],
      ['+штраф 10 000 ₽'],
      'штраф 10 000 ₽; в силе с 21 ноября 2026',
    ],
    [
      'in force tomorrow',
      [first({ result_valid_date: '2026-11-22' })],
      ['+штраф 10 000 ₽'],
      'штраф 10 000 ₽; вступит в силу 22 ноября 2026',
    ],
    [
      'appealed',
      [first({ appeal_date: '2026-11-06' })],
      ['+штраф 10 000 ₽'],
      'штраф 10 000 ₽; обжаловано, рассмотрение — 6 ноября 2026',
    ],
    [
      'under review',
      [first(), { ...review(''), result_type: null }],
      ['+штраф 10 000 ₽', ''],
      'штраф 10 000 ₽; о вступлении в силу сведений нет',
    ],
    [
      'upheld',
      [first(), review('Оставлено без изменения', { result_valid_date: '2026-11-18' })],
      ['+штраф 10 000 ₽', ''],
      'штраф 10 000 ₽; в силе с 18 ноября 2026',
    ],
    [
      'annulled by a review',
      [first(), review('Отменено с прекращением производства')],
      ['−штраф 10 000 ₽', ''],
      'отменено во второй инстанции',
    ],
    ['annulled by its own card', [first({ annulled: true })], ['−штраф 10 000 ₽'], 'отменено во второй инстанции'],
    ['perhaps annulled', [first({ in_question: true })], ['+штраф 10 000 ₽'], 'под вопросом'],
    [
      'changed, and told to what',
      [first({ changed: true }), review('Изменено', { penalties: [changedTo(5_000)] })],
      ['−штраф 10 000 ₽', '+изменено: штраф 5 000 ₽'],
      'изменено: штраф 5 000 ₽; о вступлении в силу сведений нет',
    ],
    [
      'changed, and not told to what',
      [first(), review('Изменено')],
      ['+штраф 10 000 ₽', ''],
      'изменено во второй инстанции, как — карточка не говорит',
    ],
    [
      'changed, and what the review tells is somebody else’s',
      [first(), review('Изменено', { penalties: [changedTo(5_000, { person: otherPerson })] })],
      ['+штраф 10 000 ₽', ''],
      'изменено во второй инстанции, как — карточка не говорит',
    ],
    [
      'seen from the second instance alone',
      [review('Изменено', { penalties: [changedTo(5_000)] })],
      ['+изменено: штраф 5 000 ₽'],
      'изменено: штраф 5 000 ₽; о вступлении в силу сведений нет',
    ],
  ])('%s', (_, instances, cells, stands) => {
    expect(chain(instances)).toMatchObject({ cells, stands })
  })
  it('of several people is of each apart, with what the cards tell of them by name', () => {
    const of = (person: string | null, value: number, state: ListedPenalty['state'] = 'imposed') =>
      listedPenalty('fine', value, { person, state })
    const names = ['Сурожский Платон Аркадьевич', 'Веретенина Зоя Сергеевна', 'Камнев Марат Рустамович']
    const several = first({
      changed: true,
      defendants: people(...names),
      penalties: [of(names[0] ?? '', 10_000), of(names[1] ?? '', 20_000), of(names[2] ?? '', 30_000)],
    })
    const later = review('Изменено', {
      defendants: people('Сурожский П.А.', 'Камнев М.Р.'),
      penalties: [of('Сурожский П.А.', 5_000, 'changed')],
      person_results: [{ name: 'Камнев М.Р.', hidden: false, result: 'Оставлено без изменения', date: null }],
    })
    expect(said([several, later])).toEqual([
      {
        name: names[0],
        cells: ['−штраф 10 000 ₽', '+изменено: штраф 5 000 ₽'],
        stands: 'изменено: штраф 5 000 ₽; о вступлении в силу сведений нет',
      },
      {
        name: names[1],
        cells: ['+штраф 20 000 ₽', ''],
        stands: 'изменено во второй инстанции, как — карточка не говорит',
      },
      {
        name: names[2],
        cells: ['+штраф 30 000 ₽', 'Без изменения'],
        stands: 'штраф 30 000 ₽; о вступлении в силу сведений нет',
      },
    ])
  })
  it('of one person is what that person’s own result says, whatever the rest of the review did', () => {
    const names = ['Сурожский Платон Аркадьевич', 'Веретенина Зоя Сергеевна', 'Камнев Марат Рустамович']
    const of = names.map((person, n) => listedPenalty('fine', (n + 1) * 10_000, { person }))
    const result = (n: number, said: string) => ({ name: names[n] ?? '', hidden: false, result: said, date: null })
    const upheld = review('Оставлено без изменения', { person_results: [result(1, 'Отменено')] })
    const all = first({ defendants: people(...names), penalties: of })
    expect(said([all, upheld]).map(({ stands }) => stands.split(';')[0])).toEqual([
      'штраф 10 000 ₽',
      'отменено во второй инстанции',
      'штраф 30 000 ₽',
    ])
    const annulled = review('Отменено', { person_results: [result(0, 'Оставлено без изменения')] })
    expect(said([{ ...all, annulled: true }, annulled])).toMatchObject([
      { cells: ['+штраф 10 000 ₽', 'Без изменения'], stands: expect.stringMatching(/^штраф 10 000 ₽/) },
      { cells: ['+штраф 20 000 ₽', ''], stands: 'отменено во второй инстанции, кому — карточка не говорит' },
      { stands: 'отменено во второй инстанции, кому — карточка не говорит' },
    ])
  })
  it('does not give a result to two whose short names are one', () => {
    const alike = first({
      defendants: people('Ветров Иван Иванович', 'Ветров Игорь Ильич'),
      penalties: [listedPenalty('fine', 10_000, { person: 'Ветров Иван Иванович' })],
      person_results: [{ name: 'Ветров Игорь Ильич', hidden: false, result: 'Прекращено', date: null }],
    })
    expect(said([alike]).map(({ name, cells }) => [name, cells[0]])).toEqual([
      ['Ветров Иван Иванович', '+штраф 10 000 ₽'],
      ['Ветров Игорь Ильич', 'Прекращено'],
    ])
    const short = {
      ...alike,
      person_results: [{ name: 'Ветров И.И.', hidden: false, result: 'Прекращено', date: null }],
    }
    expect(said([short]).map(({ cells }) => cells[0])).toEqual(['+штраф 10 000 ₽', ''])
  })
  it('is in force by no day before the last decision, and nobody without a penalty is', () => {
    const stands = (valid: string | null) =>
      chain([first({ changed: true, result_valid_date: valid }), review('Изменено', { penalties: [changedTo(5_000)] })])
        ?.stands
    expect(stands('2026-11-17')).toBe('изменено: штраф 5 000 ₽; о вступлении в силу сведений нет')
    expect(stands('2026-11-18')).toBe('изменено: штраф 5 000 ₽; в силе с 18 ноября 2026')
    const acquitted = first({
      defendants: people('Сурожский Платон Аркадьевич', 'Камнев Марат Рустамович'),
      penalties: [listedPenalty('fine', 10_000, { person: 'Сурожский Платон Аркадьевич' })],
      result_valid_date: today,
    })
    expect(said([acquitted])[1]).toMatchObject({ name: 'Камнев Марат Рустамович', stands: '' })
  })
  it('does not take a penalty for that of a namesake, nor of the accused where it is not told whose it is', () => {
    const twins = first({ defendants: people('Орлова Мария Сергеевна', 'Орлова Майя Семёновна'), changed: true })
    const later = review('Изменено', { defendants: people('Орлова М.С.'), penalties: [changedTo(5_000)] })
    expect(said([twins, later]).map(({ name }) => name)).toContain('Орлова М. С.')
    const untold = first({ penalties: [listedPenalty('fine', 5_000, { person: null })], defendants: accused(2) })
    expect(said([untold]).map(({ name, cells }) => [name, cells])).toContainEqual([
      'не сказано, кому',
      ['+штраф 5 000 ₽'],
    ])
  })
  it('hides who is hidden, and needs no name where the card lists nobody', () => {
    expect(said([first({ defendants: [], penalties: [{ ...fine, person: null }] })])[0]?.name).toBe('')
    expect(said([first({ defendants: [{ ...whole, name: 'ФИО1', hidden: true }] })])[0]?.name).toBe('')
  })
})
