// biome-ignore-all format: one line a name
import { articleShortNames } from '../domain/article-short-names.ts'
import { type Phrase, phraseOf } from './words.ts'

/**
 * How articles are called in speech, beside their short names and titles. A name of several articles of one codex offers no choice among
 * them and stands here only where people mean them all; of two codices, each is a reading.
 */
const spoken: readonly (readonly [articles: readonly string[], ...names: string[]])[] = [
  [['koap 20.3.3', 'uk 280.3'], 'дискредитация =армии|=вс|=вооруженных? =сил?', '=дискредитацию|=дискредитации|=дискредитация =использования? =армии|=вс|=вооружённых? =сил?'],
  [['uk 207.3'], 'фейк =об|=про? =армии|=армию|=вс?', 'военный фейк'],
  [['koap 20.2'], 'митинг', 'пикет', 'одиночный пикет', 'публичный акция|мероприятие', 'собрание', 'шествие'],
  [['koap 20.2.2'], 'массовый пребывание'],
  [['koap 20.3'], 'запрещённый символика', 'нацистский символика', 'экстремистский символика'],
  [['koap 20.3.1', 'uk 282'], 'возбуждение ненависть', 'разжигание ненависть|рознь'],
  [['koap 20.29'], 'экстремистский материал'],
  [['koap 20.33', 'uk 284.1'], 'нежелательный организация'],
  [['koap 19.34', 'uk 330.1'], 'обязанность иноагент', 'уклонение =от обязанность иноагент'],
  [['koap 19.3'], 'неповиновение =полиции|=полицейскому|=полицейским?', '=неповиновение =сотруднику =полиции'],
  [['koap 12.8'], 'пьяный вождение|езда', 'вождение =в состояние? =опьянения|=пьяном|=нетрезвом =виде?'],
  [['koap 20.1', 'uk 213'], 'хулиганство'],
  [['koap 20.1'], 'мелкий хулиганство'],
  [['koap 7.27'], 'мелкий хищение'],
  [['koap 6.1.1', 'uk 116'], 'побои'],
  [['uk 128.1'], 'клевета'],
  [['uk 158'], 'кража'], [['uk 159'], 'мошенничество'], [['uk 105'], 'убийство'], [['uk 205'], 'теракт', 'террористический акт'],
  [['uk 275'], 'госизмена', 'государственный измена'],
  [['uk 276'], 'шпионаж'],
  [['uk 205.2'], 'оправдание терроризм', 'призыв =к терроризм'],
  [['uk 282.1'], 'экстремистский сообщество'],
  [['uk 282.2'], 'экстремистский организация'],
  [['uk 212.1'], '=дадинская статья?', 'неоднократный нарушение =на|=правил митинг'],
  [['uk 337'], 'самовольный оставление часть?'],
  [['uk 264.1'], 'повторный пьяный вождение'],
  [['uk 314.1'], 'уклонение =от надзор'],
]
const letters = /^[А-Яа-яЁё ,-]+$/
const short = [...Map.groupBy(articleShortNames, ([, name]) => name)].flatMap(([name, found]) =>
  letters.test(name) && name.length > 5 ? [{ name: name.replaceAll(',', ''), articles: found.map(([article]) => article) }] : [],
)

/** Of one phrase, what people say comes before what tables say. */
export const articleNames: readonly { phrase: Phrase; articles: readonly string[] }[] = [
  ...spoken.flatMap(([articles, ...names]) => names.map(name => ({ phrase: phraseOf(name), articles }))),
  ...short.map(({ name, articles }) => ({ phrase: phraseOf(name), articles })),
]
