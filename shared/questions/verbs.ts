/**
 * Verbs for actions of courts in all forms, from one table. A phrase names a verb by its infinitive: `+решить` is past
 * and passive («решила», «решённых», «решивший»), `>решить` is present and future («решит», «решают», «решать»).
 */
// biome-ignore format: a table reads best as one
const table = [
  'решить/решён', 'рассмотреть/рассмотрен', 'рассматривать', 'вынести/вынесен', 'закончить/закончен', 'окончить/окончен', 'завершить/завершён', 'слушать', 'прекратить/прекращён', 'прекращать',
  'отменить/отменён', 'отменять', 'изменить/изменён', 'изменять', 'оставить/оставлен', 'оставлять', 'вернуть/', 'возвратить/возвращён', 'возвращать', 'отклонить/отклонён', 'отклонять',
  'удовлетворить/удовлетворён', 'удовлетворять', 'передать/передан', 'передавать', 'направить/направлен', 'отправить/отправлен', 'посадить', 'объединить/объединён', 'соединить/соединён',
  'объединять', 'соединять', 'приостановить/приостановлен', 'приостанавливать', 'обжаловать/обжалован', 'оспорить/оспорен', 'оспаривать', 'оштрафовать/оштрафован', 'штрафовать',
  'арестовать/арестован', 'арестовывать', 'выдворить/выдворен', 'выдворять', 'депортировать/депортирован', 'конфисковать/конфискован', 'дисквалифицировать/дисквалифицирован',
  'зарегистрировать/зарегистрирован', 'возбудить/возбуждён', 'завести/заведён', 'назначить/назначен', 'отложить/отложен', 'перенести/перенесён', 'лишить/лишён', 'лишать', 'предупредить/предупреждён',
] as const

/** Endings of the infinitive, past stem, and present or future forms. */
const conjugations: readonly (readonly [RegExp, past: string, present: readonly string[]])[] = [
  [/овать$/, 'ова', ['ует', 'уют']],
  [/давать$/, 'дава', ['дает', 'дают']],
  [/нуть$/, 'ну', ['нет', 'нут']],
  [/мотреть$/, 'мотре', ['мотрит', 'мотрят']],
  [/дать$/, 'да', ['даст', 'дадут']],
  [/нести$/, 'нес', ['несет', 'несут']],
  [/вести$/, 'ве', ['ведет', 'ведут']],
  [/ить$/, 'и', ['ит', 'ят', 'ат']],
  [/([ая])ть$/, '$1', ['$1ет', '$1ют']],
]
// biome-ignore format: a table reads best as one
const adjective = {
  hard: ['ый', 'ая', 'ое', 'ые', 'ого', 'ому', 'ым', 'ом', 'ой', 'ую', 'ых', 'ыми'],
  soft: ['ий', 'ая', 'ее', 'ие', 'его', 'ему', 'им', 'ем', 'ей', 'ую', 'их', 'ими'],
}
type Forms = { infinitive: string; done: ReadonlySet<string>; going: ReadonlySet<string> }
const formsOf = (written: string): Forms => {
  const [infinitive = '', passive = ''] = written.replaceAll('ё', 'е').split('/')
  const [ends = /$/, past = '', present = []] = conjugations.find(([pattern]) => pattern.test(infinitive)) ?? []
  const stem = infinitive.replace(ends, past)
  const isVowel = /[аеиоуыюя]$/.test(stem)
  const finite = (isVowel ? ['л', 'ла', 'ло', 'ли'] : ['', 'ла', 'ло', 'ли']).map(ending => stem + ending)
  const active = adjective.soft.map(ending => `${stem}${isVowel ? 'в' : ''}ш${ending}`)
  // Verbs with a passive participle have an agent: «изменилось» is not «изменено», and people «вернулись».
  const withReflexive = (forms: readonly string[]): string[] =>
    written.includes('/')
      ? [...forms]
      : forms.flatMap(one => [one, `${one}${/(л[аои]|[иуэ])$/.test(one) ? 'сь' : 'ся'}`])
  const long = passive.endsWith('н') ? `${passive}н` : passive
  const participles = passive
    ? [...['', 'а', 'о', 'ы'].map(ending => passive + ending), ...adjective.hard.map(ending => long + ending)]
    : []
  return {
    infinitive,
    done: new Set([...withReflexive(finite), ...withReflexive(active), ...participles]),
    going: new Set(withReflexive([...present.map(ending => infinitive.replace(ends, ending)), infinitive])),
  }
}
const verbs = new Map(table.map(row => formsOf(row)).map(forms => [forms.infinitive, forms]))

export const isVerb = (infinitive: string, when: 'done' | 'going'): ((word: string) => boolean) => {
  const forms = verbs.get(infinitive)
  return word => forms?.[when].has(word) ?? false
}
