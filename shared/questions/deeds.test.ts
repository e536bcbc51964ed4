import { expect, it } from 'vitest'
import { deedTo, harmedStems, noVerbs, punishedBy, punishedStems } from './deeds.ts'
import { tokensOf } from './words.ts'

/** What the question says is done to the women in it. */
const deedIn = (text: string) => {
  const tokens = tokensOf(text)
  return deedTo(
    { tokens, text },
    tokens.findIndex(one => one.text.startsWith('женщин')),
    'no',
  )
}
const near: Readonly<Record<string, string>> = {
  ...{
    би: 'билет',
    изби: 'избиратель',
    уби: 'убийца',
    заби: 'забияка',
    поби: 'побирушка',
    сби: 'сбивчиво',
    реза: 'резани',
  },
  ...{ зареза: 'зарезание', пореза: 'порезы', застрели: 'застрельщик', стреля: 'стрельба', расстреля: 'расстрелы' },
  ...{ души: 'душистый', задуши: 'задушевный', отрави: 'отрава', рани: 'ранимая', ране: 'ранее', напа: 'напалм' },
  ...{ пыта: 'пытки', граби: 'грабитель', ограби: 'ограбление', мучи: 'мучитель', толка: 'толкач', угрожа: 'угроза' },
  ...{ суди: 'судимость', сажа: 'сажа', сиде: 'сиделка', посади: 'посадка', задержа: 'задержание', выписа: 'выписка' },
  ...{ наказа: 'наказание', назначи: 'назначение', штрафова: 'штраф', арестова: 'арест', отпуска: 'отпуск' },
}
const nouns = (stem: string): string => near[stem] ?? `${stem}тельство`

it.each(harmedStems)('takes «%s…» for a deed that harms, and no noun that begins so', stem => {
  expect(deedIn(`вчера ${stem}ли женщин`)).toBe('harmed')
  expect(deedIn(`вчера ${nouns(stem)} женщин`)).toBeUndefined()
})
it.each(punishedStems)('takes «%s…» for a punishment, and no noun that begins so', stem => {
  expect(deedIn(`вчера ${stem}ли женщин`)).toBe('punished')
  expect(deedIn(`вчера ${nouns(stem)} женщин`)).toBeUndefined()
})

it.each([
  ['бьют женщин', 'бюро женщин'],
  ['убьет женщин', 'убытки женщин'],
  ['режут женщин', 'режим женщин'],
  ['душит женщин', 'душа женщин'],
  ['насилует женщин', 'насилие женщин'],
  ['преследуют женщин', 'преследование женщин'],
  ['шантажирует женщин', 'шантаж женщин'],
  ['украл у женщин', 'украинских женщин'],
  ['погибших женщин', 'погибель женщин'],
  ['нанесла женщинам', 'нанесение женщинам'],
])('takes «%s» for harm, and «%s» not', (harm, none) => {
  expect(deedIn(harm)).toBe('harmed')
  expect(deedIn(none)).toBeUndefined()
})
it.each([
  ['привлекли женщин', 'привлекательных женщин'],
  ['штрафуют женщин', 'штрафы женщин'],
  ['судят женщин', 'в суде женщин'],
  ['сидят женщин', 'сидр женщин'],
  ['сели женщин', 'село женщин'],
  ['осуждены женщин', 'осуждение женщин'],
  ['обвиняют женщин', 'обвинение женщин'],
  ['подозревают женщин', 'подозрение женщин'],
  ['оштрафовали женщин', 'в отделе женщин'],
  ['оштрафовали женщин', 'за решёткой женщин'],
])('takes «%s» for a punishment, and «%s» not', (punishment, none) => {
  expect(deedIn(punishment)).toBe('punished')
  expect(deedIn(none)).toBeUndefined()
})
it.each([
  ['дали женщине срок', 'дали женщине взятку'],
  ['дали женщине 5 лет', 'дали женщине пощечину'],
  ['получили женщины штраф', 'получил от женщины взятку'],
  ['лишили женщину прав', 'лишил женщину жизни'],
  ['признали женщину виновной', 'признали женщину потерпевшей'],
  ['отправили женщину в колонию', 'отправил женщину в больницу'],
  ['оставили женщину под стражей', 'оставил женщину в опасности'],
  ['вынесли женщине приговор', 'вынесли женщину из дома'],
  ['изменили женщине наказание', 'изменил женщине'],
  ['отменили женщине штраф', 'отменили женщину'],
  ['возбудили дело женщины', 'возбудил женщину'],
  ['лишили женщину прав', 'вынудил женщину'],
  ['лишили женщину прав', 'женщину нашли убежавшей'],
])('takes «%s» for a punishment by its object, and «%s» for nothing that is known', (punishment, other) => {
  expect(deedIn(punishment)).toBe('punished')
  expect(deedIn(other)).toBe('unknown')
})
it.each(noVerbs)('takes «%s» for nothing that is done to anybody, and a verb that only ends so for a deed', word => {
  expect(deedIn(`${word} женщин`)).toBeUndefined()
  expect(deedIn(`за${word} женщин`)).toBe('unknown')
})
/** Of a verb that is not known nobody is called accused by a guess, whatever its tense. */
it.each([
  'обижают',
  'увольняет',
  'обижатель',
  'бросит',
  'обворуют',
  'выгоняют',
  'гоняет',
  'травят',
  'держат',
  'выживут',
  'трясется',
])('takes «%s» for a deed only as a verb of today or tomorrow', word => {
  expect(deedIn(`${word} женщин`)).toBe(/т$|ся$/u.test(word) ? 'unknown' : undefined)
})
it.each([
  'комитет',
  'адвокат',
  'бандит',
  'запрет',
  'институт',
  'расчет',
  'ребят',
  'плакат',
  'лет',
  'нет',
  'билет',
  'солдат',
  'интернет',
  'результат',
])('takes «%s» for a noun, though it ends as a verb does', word => {
  expect(deedIn(`${word} женщин`)).toBeUndefined()
})
it('has a sentence for every verb that punishes by its object', () => {
  expect(
    punishedBy.map(({ verb }) =>
      ['дали', 'лишили', 'признали', 'оставили', 'вынесли', 'отменили'].find(own => verb.test(own)),
    ),
  ).not.toContain(undefined)
})

it.each([
  'оштрафовали и избили женщин',
  'избили и в суде оштрафовали женщин',
  'избил в г. Казани женщин',
  'угрожал по ст. 119 ч. 1 женщинам',
  'избил на ул. Мира женщин',
  'напал, угрожая ножом, на женщин',
  'напал, как всегда, на женщин',
  'женщин, которых избили',
  'по 116 женщин, и где-то избил',
])('finds the harm of «%s»', text => {
  expect(deedIn(text)).toBe('harmed')
})
it.each([
  'оштрафовали в г. Казани женщин',
  'арестовали, как всегда, женщин',
  'женщин, которых посадили',
  'женщин 20.2, оштрафовали, избил',
])('finds no harm in «%s»', text => {
  expect(deedIn(text)).not.toBe('harmed')
})
