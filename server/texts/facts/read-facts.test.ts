import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTimer } from '../../../test/cpu-time.ts'
import { referenceDefenceParams } from '../../db/reference/tables.ts'
import { demoCases } from '../../demo/generate.ts'
import { readDecisionText } from '../read-decision.ts'
import type { Facts } from './fact-sentences.ts'
import { readFacts } from './read-facts.ts'

const opening = (who: string): string =>
  `Дело № 5-1/2026\nСудья, рассмотрев дело об административном правонарушении, предусмотренном ч. 5 ст. 20.2 КоАП РФ, в отношении ${who},\n`
/** A decision that tells one thing of the person in its opening, or one thing in its story. */
const ofPerson = (words: string): Facts =>
  readFacts(`${opening(`Ветрогонова П. И., ${words}`)}УСТАНОВИЛ:\nизучив дело.`)
const ofStory = (words: string): Facts => readFacts(`${opening('Ветрогонова П. И.')}УСТАНОВИЛ:\n${words}`)
const values = ({ defence_params }: Facts): string[] => defence_params.map(({ value }) => value)

describe('articles of the accusation (domain: articles)', () => {
  it.each([
    ['предусмотренном ч. 5 ст. 20.2 КоАП РФ, в отношении', 'koap 20.2/5'],
    ['предусмотренном частью 6.1 статьи 20.2 Кодекса РФ об административных правонарушениях', 'koap 20.2/6.1'],
    ['предусмотренном ст. 20.3.1 КоАП РФ', 'koap 20.3.1/'],
    ['предусмотренном ст. 19.7.5-2 ч. 1 КоАП РФ', 'koap 19.7.5-2/1'],
    ['предусмотренных ч. 2 ст. 20.2, ч. 1 ст. 19.3 КоАП РФ', 'koap 20.2/2; koap 19.3/1'],
    ['обвиняемого в преступлении, предусмотренном ч. 1 ст. 318 УК РФ', 'uk 318/1'],
    ['жалобу на приговор в отношении Ветрогонова П. И. по ч. 2 ст. 158 УК РФ', 'uk 158/2'],
    ['поступившее дело', ''],
    ['ранее судимого по ч. 1 ст. 158 УК РФ, обвиняемого по ч. 1 ст. 161 УК РФ', 'uk 161/1'],
    ['предусмотренных ч. 3 ст. 30, п. «г» ч. 4 ст. 228.1, ч. 2 ст. 228 УК РФ', 'uk 228.1/4; uk 228/2'],
    ['предусмотренного частями 1, 2 статьи 12.37 КоАП РФ', 'koap 12.37/1; koap 12.37/2'],
    ['признан виновным по ч. 5, ч. 6.1 ст. 20.2 КоАП РФ', 'koap 20.2/5; koap 20.2/6.1'],
    ['назначен штраф. Предупреждена об ответственности за неуплату по статье 20.25 КоАП РФ', ''],
    ['признать виновным (ч. 2 ст. 314.1 УК РФ)', 'uk 314.1/2'],
    ['Ветрогонова П. И. подвергнуть взысканию по ч. 1 ст. 6.24 КоАП РФ', 'koap 6.24/1'],
    [
      'признать виновным по ч. 2 ст. 20.1 КоАП РФ, подвергнуть аресту; его же признать виновным по ч. 1 ст. 20.31 КоАП РФ',
      'koap 20.1/2; koap 20.31/1',
    ],
    [
      'в порядке ст. 20.21 КоАП РФ признать виновной. Предупреждена об ответственности за неуплату по статье 20.25 КоАП РФ',
      'koap 20.21/',
    ],
    [
      'обвиняются:\nВетрогонов Пётр Ильич, ч. 2 ст. 162 УК РФ,\nПрозорова Анна Львовна, ч. 1 ст. 175 УК РФ,',
      'uk 162/2; uk 175/1',
    ],
  ])('%s', (words, expected) => {
    const { articles } = readFacts(`Судья, рассмотрев дело, ${words}\nУСТАНОВИЛ:\nследующее.`)
    const brief = articles.map(({ codex, article_number, part }) => `${codex} ${article_number}/${part}`)
    expect(brief.join('; ')).toBe(expected)
    for (const { evidence } of articles) expect(words.replaceAll('\n', ' ')).toContain(evidence)
  })
})

describe('words about guilt', () => {
  it.each<[string, string | undefined]>([
    ['В судебном заседании Ветрогонов П. И. вину признал полностью.', 'admitted'],
    ['Ветрогонов П. И. виновным себя в содеянном признал, пояснив, что раскаивается.', 'admitted'],
    ['Прозорова А. Л. свою вину в совершении правонарушения не признала.', 'denied'],
    ['Вину в инкриминируемом деянии Ветрогонов П. И. не признаёт.', 'denied'],
    ['Ветрогонов П. И. вину признал частично.', 'partly'],
    ['Обстоятельства, смягчающие ответственность: признание вины.', 'admitted'],
    ['Обстоятельством, смягчающим ответственность, суд признаёт признание вины.', 'admitted'],
    ['Ветрогонов П. И. не согласен с вменяемым ему правонарушением.', 'denied'],
    ['Ветрогонов П. И. с протоколом не согласился.', 'denied'],
    ['Ветрогонов П. И. виновным себя не считает.', 'denied'],
    ['Ветрогонов П. И. согласен с протоколом лишь отчасти.', 'partly'],
    ['Вину по ч. 1 ст. 20.1 КоАП РФ признал, по ч. 1 ст. 19.3 КоАП РФ не признал.', 'partly'],
    ['Ветрогонов П. И. вину не отрицал.', 'admitted'],
    ['Ветрогонов П. И. признал, что ругался, но пьяным быть отрицал.', 'partly'],
    ['Вину общества представитель признал в части двух нарушений.', 'partly'],
    ['Признав вину, Ветрогонов П. И. просил о снисхождении.', 'admitted'],
    ['Не признав вину, Ветрогонов П. И. просил дело прекратить.', 'denied'],
    ['Ветрогонов П. И. причастность к содеянному отрицает.', 'denied'],
    ['Признать Ветрогонова П. И., полностью признавшего вину, виновным.', 'admitted'],
    ['Суд признал Ветрогонова П. И. виновным.', undefined],
    ['Признать Ветрогонова П. И. виновным.', undefined],
    ['Вина Ветрогонова П. И. подтверждается протоколом.', undefined],
    ['В силу ст. 1.5 КоАП РФ лицо не обязано доказывать вину, если признало её.', undefined],
  ])('%s', (sentence, said) => expect(ofStory(sentence).plea?.said).toBe(said))
})

describe('counsel', () => {
  it.each<[string, string[]]>([
    ['с участием защитника Прозорова А.Б.,', ['Прозорова А.Б.']],
    ['при участии защитника – адвоката А. Б. Прозорова,', ['А.Б. Прозорова']],
    ['Защитник ФИО3 просил прекратить производство.', ['ФИО3']],
    ['с участием защитника Е.Н.,', ['Е.Н.']],
    ['защитника-адвоката Заречной коллегии адвокатов Крутоярова И.Л.,', ['Крутоярова И.Л.']],
    ['защитника подсудимого Ветрогонова П.И. – адвоката Крутоярова И.Л.,', ['Крутоярова И.Л.']],
    ['представителя потерпевшего адвоката Крутоярова И.Л.,', []],
    [
      'их защитников – адвокатов Крутоярова И.Л., Прозоровой А.Б. (ордер № 5) и Заречного В.Г., подсудимого Ветрогонова П.И.,',
      ['Крутоярова И.Л.', 'Прозоровой А.Б.', 'Заречного В.Г.'],
    ],
    ['защитника Крутоярова И.Л., Прозоровой А.Б.,', ['Крутоярова И.Л.']],
    ['зaщитника общества Кpутоярова И.Л.,', ['Крутоярова И.Л.']],
    [
      'Защитник Крутояров Игнат Львович поддержал доводы жалобы. Адвокат Крутояров И.Л. пояснил.',
      ['Крутояров Игнат Львович'],
    ],
    ['Ему разъяснено право пользоваться помощью защитника.', []],
    ['В услугах защитника Ветрогонов П. И. не нуждается.', []],
    ['Ходатайство о допуске защитника Прозорова А.Б. не заявлено.', []],
  ])('%s', (words, names) => expect(ofStory(words).counsel.map(({ name }) => name)).toEqual(names))
})

describe('what stands only in the story or in the operative part', () => {
  it('tells the article where the opening does not', () => {
    const story = readFacts(
      'Судья, рассмотрев дело в отношении Ветрогонова,\nУСТАНОВИЛ:\nответственность предусмотрена ст. 20.3.1 КоАП РФ.',
    )
    expect(story.articles).toMatchObject([{ codex: 'koap', article_number: '20.3.1', part: '' }])
  })
  it('tells pleas that differ of several accused', () => {
    const opening =
      'уголовное дело в отношении\nВетрогонова Петра Ильича, Крутоярова Игната Львовича,\nобвиняемых по ч. 1 ст. 158 УК РФ,\nУСТАНОВИЛ:\n'
    expect(readFacts(`${opening}Ветрогонов П.И. вину признал, Крутояров И.Л. вину не признал.`).plea?.said).toBe(
      'mixed',
    )
    expect(readFacts(`${opening}Ветрогонов П.И. и Крутояров И.Л. вину признали.`).plea?.said).toBe('admitted')
    expect(readFacts(`${opening}Ветрогонов П.И. вину признал, Крутояров И.Л. отрицает.`).plea?.said).toBe('mixed')
    expect(readFacts(`${opening}Ветрогонов П.И. не признал вину; Крутояров И.Л. признал, раскаялся.`).plea?.said).toBe(
      'mixed',
    )
  })
  it.each([
    ['ПРИГОВОРИЛ:\nпризнать Н.А.Р. виновным по ч. 1 ст. 161 УК РФ, назначить штраф 5 000 рублей.', true],
    ['ПРИГОВОРИЛ:\nГ-на признать виновным по ч. 1 ст. 161 УК РФ, назначить штраф 5 000 рублей.', true],
    ['суд с участием подсудимого Н.А.Р., защитника Крутоярова И.Л.,\nУСТАНОВИЛ:\nследующее.', true],
    ['ПРИГОВОРИЛ:\nВетрогонова П.И. признать виновным по ч. 1 ст. 161 УК РФ.', false],
  ])('tells whether the accused is hidden where no opening names them: %s', (text, isHidden) => {
    expect(readFacts(text).accused_hidden).toBe(isHidden)
  })
  it('tells numbers the case had, and those of others', () => {
    const { former_numbers, quoted_cases } = readFacts(
      'Дело № 5-77/2024 (5-1911/2023)\nУСТАНОВИЛ:\nранее назначен штраф (дело № 5-1190/2021).',
    )
    expect([former_numbers, quoted_cases]).toEqual([['5-1911/2023'], ['5-1190/2021']])
  })
})

describe('masks', () => {
  it('are counted, with their share of the words', () => {
    const { masks } = ofStory('ФИО1 по адресу: <адрес>, дата: ДД.ММ.ГГГГ, сумма ***.')
    expect(masks.count).toBe(4)
    expect(masks.share).toBeGreaterThan(0.05)
    expect(ofStory('Ничего не скрыто.').masks).toEqual({ count: 0, share: 0, kinds: [] })
  })
  it.each([
    ['ФИО1', true],
    ['<данные изъяты>', true],
    ['гр. ФИО2', true],
    ['П.И.', true],
    ['АБВ', true],
    ['***', true],
    ['Ветрогонова П. И., <данные изъяты> года рождения', false],
    ['ООО «Заречье»', false],
  ])('of the accused: %s', (who, hidden) => expect(readFacts(`${opening(who)}УСТАНОВИЛ:`).accused_hidden).toBe(hidden))
})

describe('circumstances of the person (§3 «Case defence param»)', () => {
  it.each([
    ['состоящего в браке', 'в браке'],
    ['женатого', 'в браке'],
    ['не состоящего в браке', 'не в браке'],
    ['холостого', 'не в браке'],
    ['разведённого', 'в разводе'],
    ['имеющего на иждивении двоих малолетних детей', 'есть несовершеннолетние дети'],
    ['инвалида II группы', 'инвалидность'],
    ['пенсионера', 'пенсионный возраст'],
    ['студента 3 курса', 'студент'],
    ['гражданина Республики Узбекистан', 'иностранный гражданин'],
    ['без определённого места жительства', 'бездомный'],
    ['не работающего', 'без постоянной работы'],
    ['работающего журналистом газеты', 'журналист'],
    ['работающего слесарем', 'рабочий'],
    ['являющегося индивидуальным предпринимателем', 'предприниматель'],
  ])('%s: %s', (words, value) => expect(values(ofPerson(words))).toEqual([value]))
  it.each([
    'детей на иждивении не имеющего',
    'инвалидом не являющегося',
    'гражданина РФ, уроженца Республики Карелия',
    'зарегистрированного по адресу: г. Заречинск',
  ])('reads nothing from «%s»', words => expect(values(ofPerson(words))).toEqual([]))
})

describe('circumstances of the story', () => {
  it.each<[string, string[]]>([
    ['Ветрогонов П. И. провёл одиночное пикетирование, держал плакат.', ['одиночный пикет', 'плакат']],
    ['Участвовал в митинге и шествии, скандировал лозунги.', ['митинг', 'шествие', 'выкрикивание лозунгов']],
    ['Разместил на странице в социальной сети «ВКонтакте» запись.', ['ВКонтакте', 'публикация']],
    ['Оставил в группе Telegram комментарий.', ['Телеграм', 'комментарий']],
    ['Не выполнил законное требование сотрудника полиции.', ['неповиновение полиции']],
    ['В соответствии со ст. 2 Федерального закона под митингом понимается массовое присутствие граждан.', []],
    ['Санкция предусматривает наказание за демонстрирование символики.', []],
  ])('%s', (words, expected) => expect(values(ofStory(words)).sort()).toEqual(expected.toSorted()))
  it('are those of the directory', () => {
    const known = new Set(referenceDefenceParams().map(({ key, value }) => `${key}: ${value}`))
    for (const { text = '' } of demoCases(1_000, { seed: 5, today: '2026-11-21', textShare: 1 }))
      for (const { key, value } of readFacts(text).defence_params) expect(known).toContain(`${key}: ${value}`)
  })
})

describe('laws of facts', () => {
  it('the demonstration’s articles are read from its texts', () => {
    for (const { text, articles } of demoCases(1_500, { seed: 7, today: '2026-11-21', textShare: 1 })) {
      if (text === undefined) continue
      expect(readFacts(text).articles).toContainEqual(expect.objectContaining(articles[0]))
    }
  })
  it('every fact quotes the text, whatever the text', () => {
    const piece = fc.constantFrom(
      ...['УСТАНОВИЛ:\n', 'вину не признал', 'защитника Прозорова А.Б.', 'ст. 20.2 ч. 5 КоАП РФ', 'предусмотренном'],
      ...['плакат', '. ', '\n', 'женат', 'не ', 'ФИО1', '<', '***', 'в отношении', '\ud800', 'разместил'],
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 60 }).map(all => all.join(' ')),
    )
    fc.assert(
      fc.property(text, whole => {
        const { facts } = readDecisionText(whole)
        const flat = whole.replace(/\s+/g, ' ').toWellFormed()
        for (const { evidence } of [...facts.articles, ...facts.counsel, ...facts.defence_params])
          expect(flat).toContain(evidence.replace(/…$/, ''))
        expect(JSON.stringify(facts)).not.toMatch(/\\ud[89a-f]/)
      }),
      { numRuns: 150 },
    )
  })
  it.each(['женат ', 'вину ', 'предусмотренном ст. 1 ', 'защитник ', 'разместил ', 'инвалид ', '<', 'А.'])(
    '%j many times over takes no long time',
    piece => {
      const spent = cpuTimer()
      readFacts(piece.repeat(300_000 / piece.length))
      expect(spent()).toBeLessThan(5_000)
    },
  )
})
