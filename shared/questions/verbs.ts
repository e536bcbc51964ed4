/**
 * Verbs of what courts do, in all forms, from one table. A phrase of a question names a verb by its infinitive: `+решить` is what was done
 * (past, passive and past participles: «решила», «решённых», «решивший»), `>решить` what is being or will be done («решит», «решают», «решать»).
 */
// biome-ignore format: a table reads best as one
const table = [
  'решить/решён', 'решать', 'рассмотреть/рассмотрен', 'рассматривать', 'вынести/вынесен', 'выносить', 'принять/принят', 'закончить/закончен', 'окончить/окончен', 'завершить/завершён', 'слушать',
  'прекратить/прекращён', 'прекращать', 'отменить/отменён', 'отменять', 'изменить/изменён', 'изменять', 'оставить/оставлен', 'оставлять', 'вернуть/', 'возвратить/возвращён', 'возвращать',
  'отклонить/отклонён', 'отклонять', 'удовлетворить/удовлетворён', 'удовлетворять', 'передать/передан', 'передавать', 'направить/направлен', 'направлять', 'отправить/отправлен', 'отправлять', 'посадить',
  'объединить/объединён', 'соединить/соединён', 'присоединить/присоединён', 'объединять', 'соединять', 'приостановить/приостановлен', 'приостанавливать', 'обжаловать/обжалован', 'оспорить/оспорен', 'оспаривать',
  'оштрафовать/оштрафован', 'штрафовать', 'арестовать/арестован', 'арестовывать', 'выдворить/выдворен', 'выдворять', 'депортировать/депортирован', 'конфисковать/конфискован', 'изъять/изъят',
  'дисквалифицировать/дисквалифицирован', 'осудить/осуждён', 'осуждать', 'приговорить/приговорён', 'приговаривать', 'наказать/наказан', 'наказывать',
  'зарегистрировать/зарегистрирован', 'возбудить/возбуждён', 'возбуждать', 'завести/заведён', 'заводить', 'начать/начат', 'открыть/открыт', 'удалить/удалён', 'опубликовать/опубликован', 'публиковать',
  'назначить/назначен', 'отложить/отложен', 'перенести/перенесён', 'лишить/лишён', 'лишать', 'предупредить/предупреждён',
  'отпустить/отпущен', 'отпускать', 'освободить/освобождён', 'освобождать', 'оправдать/оправдан', 'оправдывать', 'смягчить/смягчён', 'смягчать', 'ужесточить/ужесточён', 'ужесточать', 'снизить/снижен', 'снижать',
] as const

/** What an infinitive ends in; its stem in the past; its forms in the present or future. */
const conjugations: readonly (readonly [RegExp, past: string, present: readonly string[]])[] = [
  [/овать$/, 'ова', ['ует', 'уют']],
  [/давать$/, 'дава', ['дает', 'дают']],
  [/ъять$/, 'ъя', ['ымет', 'ымут']],
  [/принять$/, 'приня', ['примет', 'примут']],
  [/начать$/, 'нача', ['начнет', 'начнут']],
  [/крыть$/, 'кры', ['кроет', 'кроют']],
  [/нуть$/, 'ну', ['нет', 'нут']],
  [/мотреть$/, 'мотре', ['мотрит', 'мотрят']],
  [/дать$/, 'да', ['даст', 'дадут']],
  [/казать$/, 'каза', ['кажет', 'кажут']],
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
  // What has a passive participle is done by somebody: «изменилось» is no «изменено», and people «вернулись».
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
