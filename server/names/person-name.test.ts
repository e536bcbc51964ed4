import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysOfName, nameOfKey, personKey, readPersonName, regionKey, regionKeys } from './person-name.ts'

describe('a name as courts write it (domain §1)', () => {
  it.each([
    ['Иванов Иван Иванович', 'Иванов И.И.', 'm'],
    ['ПЕТРОВА АННА СЕРГЕЕВНА', 'Петрова А.С.', 'f'],
    ['Сёмина Алёна Фёдоровна', 'Семина А.Ф.', 'f'],
    ['Иванов И.И.', 'Иванов И.И.', 'm'],
    ['Иванова И. И.', 'Иванова И.И.', 'f'],
    ['Чазов Р.Ю', 'Чазов Р.Ю.', 'm'],
    ['И.И. Иванов', 'Иванов И.И.', 'm'],
    ['Ким Д.В.', 'Ким Д.В.', 'na'],
    ['Калина И.И.', 'Калина И.И.', 'na'],
    ['Римская-Корсакова Ия Ильинична', 'Римская-Корсакова И.И.', 'f'],
    ['Алиев Вагиф Ахмед оглы', 'Алиев В.А.', 'm'],
    ['Алиева Гюнель Ахмед Кызы', 'Алиева Г.А.', 'f'],
    ['РАШИДОВ БЕКЗОД КАРИМ УГЛИ', 'Рашидов Б.К.', 'm'],
    ['Оздоев Магомед-Басир Ахметович', 'Оздоев М.А.', 'm'],
    ['Абаносимов Геонисий', 'Абаносимов Г.', 'm'],
    ['Шин Ольга', 'Шин О.', 'f'],
    ['Муса', 'Муса', 'm'],
    ['Ли', 'Ли', 'na'],
    ['Нгуен Ван Тхань', 'Нгуен В.Т.', 'na'],
    ['фон Браун Вернер', 'фон Браун В.', 'na'],
    ['О’Коннор Джон', 'О’Коннор Д.', 'na'],
    ['Cидоров Пётр Ильич', 'Сидоров П.И.', 'm'],
    ['ИП Иванова Анна Петровна', 'Иванова А.П.', 'f'],
    ['Школьников Иван Ильич', 'Школьников И.И.', 'm'],
    ['Адвокатова А.С.', 'Адвокатова А.С.', 'f'],
    ['  Иванов\u00a0 Иван   Иванович, ', 'Иванов И.И.', 'm'],
    ['Иван Петрович Сидоров', 'Сидоров И.П.', 'm'],
    ['Анна Сидорова', 'Сидорова А.', 'f'],
    ['Осуждённый Иванов Иван Иванович', 'Иванов И.И.', 'm'],
    ['Подсудимая Иванова И.И.', 'Иванова И.И.', 'f'],
    ['Подсудимый Иванов', 'Иванов', 'm'],
    ['гр. Иванов Иван Иванович', 'Иванов И.И.', 'm'],
    ['Иванов Иван Иванович (под стражей)', 'Иванов И.И.', 'm'],
    ['Иванов И.И. (объединено с делом № 1-23/2024)', 'Иванов И.И.', 'm'],
    ['Иванов И.И. и др.', 'Иванов И.И.', 'm'],
    ['Ива\u00adнов Иван\u200b Иванович', 'Иванов И.И.', 'm'],
    ['Иванов‑Сойкин И.И.', 'Иванов-Сойкин И.И.', 'm'],
    ['Иванов– Сойкин И.И.', 'Иванов-Сойкин И.И.', 'm'],
    ['О`Коннор Джон', 'О’Коннор Д.', 'na'],
    // Words of offices in surnames.
    ['Свидетелев Иван', 'Свидетелев И.', 'm'],
    ['Надзорова', 'Надзорова', 'f'],
    ['Больницкий Ахмед', 'Больницкий А.', 'm'],
    ['Банк Ахмед Мамед оглы', 'Банк А.М.', 'm'],
    ['Гражданинова Анна', 'Гражданинова А.', 'f'],
    ['Осуждённый Ли', 'Ли', 'na'],
    ['гр. Ли И.И.', 'Ли И.И.', 'na'],
    ['Гражданин Рахимов Рустам', 'Рахимов Р.', 'm'],
    // Which of the two is the surname is open.
    ['Рамазан Гасанова', 'Рамазан Г.', 'na'],
    ['Карим Насриддин', 'Карим Н.', 'na'],
    ['Ян Сяомин', 'Ян С.', 'na'],
    ['Иван Иванович Романова', 'Иван И.Р.', 'na'],
    // Given names of both genders tell none.
    ['Рахимбай Анар', 'Рахимбай А.', 'na'],
  ])('%s is %s, %s', (written, normal, gender) =>
    expect(readPersonName(written)).toMatchObject({ kind: 'person', normal, gender }),
  )

  it.each([
    'Информация скрыта',
    '<Информация скрыта>',
    '<Информация скрыта на основании ст. 15 Закона>',
    'ФИО1',
    'ФИО 2',
    'ФИО1 (законный представитель)',
    'ИНФОРМАЦИЯ СКРЫТА',
    'Ф.И.О.',
    'И.И.',
    'А.',
    'А. А. А.',
    'А А А',
    '<данные изъяты>',
    'Иванов <данные изъяты>',
    '***',
    'И*** А*** В***',
    '…',
    'У...',
    'Не заполнено',
    'Не указано (определение об отказе в возбуждении дела)',
    'ХХХ',
    'Ххх Ххх Ххх',
    'Xxxxxx X.X.',
    'ФИО_1',
    'Фио Одиннадцать',
  ])('%s is hidden', written => expect(readPersonName(written)).toMatchObject({ kind: 'hidden', gender: 'na' }))

  it.each([
    'ООО «Ромашка»',
    'ОГИБДД',
    'Прокурор Заречного района г. Калининграда Ким Д.В.',
    'УУП ОП № 24 УМВД России по г. Самаре Петров В.Н.',
    'Адвокат Псковской городской коллегии адвокатов Мартынова Татьяна Георгиевна',
    'Первая коллегия адвокатов Смирнов Иван Иванович',
    'Петров Пётр Петрович в защиту интересов Иванова И.И.',
    'Петрова Анна Ивановна (защитник Сидорова Ивана Ильича)',
    'Управление Росреестра',
    'МУ МВД РОССИИ СЫЗРАНСКОЕ',
    'группа лиц с. Идринское',
    'неизвестный',
    'Подсудимый',
    'Обвиняемый А.',
    'Подсудимый А.Б.',
    'Гражданин Узбекистана',
    'Потерпевший Иван Иванович',
    'Свидетель И.И.',
    'Надзорная Деятельность',
    'Ромашка – М',
    'Неустановленное Лицо',
    'КФХ Иванов Иван Иванович',
    'Заявитель Иванов Иван Иванович',
    'Государственный Обвинитель',
    'Исправительная Колония',
    'Совхоз Заря',
    'Ростехнадзор',
    'Истец И.И.',
    'Переводчик Е.Ю.',
    'Понятая П.П.',
    'Секретарь С.С.',
    'Сельсовет Ивановский',
    'Ромашка Сервис',
    'Кафе Берёзка',
    'Апелляционная Жалоба',
    'ГСК Восход',
    'ЧОП Барс',
    'Иванов Иван Иванович, 1980 г.р.',
  ])('%s is no person with a gender', written =>
    expect(readPersonName(written)).toMatchObject({ kind: 'other', gender: 'na' }),
  )

  it.each([
    ['Иванов Иван Иванович', 'ИВАНОВ ИВАН ИВАНОВИЧ'],
    ['Сёмин пётр', undefined],
    ['Иванов И.И.', undefined],
    ['Нгуен Ван Тхань', undefined],
    ['Алиев Вагиф Ахмед Оглу', 'АЛИЕВ ВАГИФ АХМЕД ОГЛЫ'],
    // Which of the three is the surname is open.
    ['Роман Аркадьевич Абрамович', undefined],
    ['Иван Аркадьевич Сойкин', 'СОЙКИН ИВАН АРКАДЬЕВИЧ'],
    ['Осуждённый Иванов Иван Иванович', 'ИВАНОВ ИВАН ИВАНОВИЧ'],
    ['ООО «Иванов Иван Иванович»', undefined],
  ])('%s identifies %s', (written, full) => expect(readPersonName(written).full).toBe(full))

  // biome-ignore format: a table
  it.each<readonly [string, string]>([
    ['(информация скрыта)', 'hidden'], ['Ветрогонова информация скрыта', 'other'], ['ФИО_1', 'hidden'], ['ФИО 7', 'hidden'],
    ['Не указано', 'hidden'], ['Не указанов Пётр', 'other'], ['Персональные данные скрыты', 'hidden'], ['Данные обезличены', 'hidden'],
    ['Ф. И. О. 1', 'hidden'], ['Скрыто', 'hidden'], ['Скрытов Пётр Ильич', 'person'], ['( скрыты )', 'hidden'], ['<обезличено >', 'hidden'],
    ['Ветрогонов <изъято>', 'hidden'], ['—', 'hidden'], ['И…', 'hidden'], ['И ...', 'hidden'], ['XX', 'hidden'], ['Ххххх Х.Х.', 'hidden'],
    ['Ветрогонов Хх', 'person'], ['Хх Ветрогонов', 'person'], ['И.И', 'hidden'], ['И П', 'hidden'], ['И П Ветрогонов', 'other'],
    ['Ветрогонов *', 'other'], ['Ветрогонов **', 'hidden'], ['Ветрогонов П.И. (под стражей) и брат', 'other'], ['Ветрогонов- М Пётр', 'other'],
    ['Магазинов Пётр', 'person'], ['Кафелев Олег', 'person'], ['Лицов Олег', 'person'], ['Школьников Иван Ильич', 'person'], ['Школьников Иван', 'other'],
    ...'прокурор инспектор начальник управление комиссия комитет предприятие университет департамент директор командир помощник судья специалист служба кооператив фонд компания товарищество колхоз совхоз центр завод банк магазин кафе театр музей клиника сервис жалоба лицо эксперт'
      .split(' ').map(word => [`Ветрогонова ${word.charAt(0).toUpperCase()}${word.slice(1)}`, 'other'] as const),
    ['Ветрогонов Пётр Ильич Олег Иван Павел', 'person'], ['Ветрогонов Пётр Ильич Олег Иван Павел Марк', 'other'], ['ветрогонов Пётр Ильич', 'other'],
    ['Ветрогонов пётр ильич', 'other'], ['П.И. Ветрогонов Олег', 'other'], ['П.И. Ветрогонов оглы', 'other'], ['Ветрогонов П.-И.', 'other'],
  ])('%s is %s', (written, kind) => expect(readPersonName(written).kind).toBe(kind))
  it.each([
    ['Ахмедов Али Вели угли', 'm'],
    ['Ахмедов Али Вели уулу', 'm'],
    ['Ахмедова Али Вели гызы', 'f'],
    ['Орлова А.', 'f'],
    ['Орловаж А.', 'na'],
    ['Ева А.', 'na'],
    ['Ким В.', 'na'],
    ['Чивна Олег', 'm'],
    ['Вичева Саша', 'f'],
    ['Ян Сяомин', 'na'],
    ['Али Амин', 'na'],
    ['Иван Петрович', 'm'],
    ['Пётр', 'm'],
  ])('%s is %s', (written, gender) => expect(readPersonName(written).gender).toBe(gender))
  it('does not guess a gender from nothing', () => expect(readPersonName('Саша Ким').gender).toBe('na'))
})

it('a full name is a key within a court, and the bounds of its keys hold no other name', () => {
  const [name, other] = ['ВЕТРОГОНОВ ПЕТР ИЛЬИЧ', 'ВЕТРОГОНОВ ПЕТР ИЛЬИЧЕВИЧ']
  const { from, to } = keysOfName(name)
  const isWithin = (key: string): boolean => key >= from && key < to
  expect([personKey(name, 1), personKey(name, 999), personKey(other, 1)].map(isWithin)).toEqual([true, true, false])
  expect(nameOfKey(personKey(name, 7))).toBe(name)
  const former = regionKey(name, 59)
  expect(former >= regionKeys.from && former < regionKeys.to && !isWithin(former)).toBe(true)
})

const surnames = ['Иванов', 'Ёлкин', 'Мурзин-Неустроев', 'Ким', 'Гончаренко', 'Бероев']
const person = fc.record({
  surname: fc.constantFrom(...surnames),
  given: fc.constantFrom('Пётр', 'Анна', 'Заур', 'Магомед-Али', 'Ия'),
  patronymic: fc.constantFrom('Иванович', 'Ильич', 'Сергеевна', 'Ильинична'),
})

describe('laws of names', () => {
  it('reads the same person from any letter case, spacing and ё', () =>
    fc.assert(
      fc.property(person, fc.constantFrom(' ', '  ', '\u00a0', ' \t'), ({ surname, given, patronymic }, gap) => {
        const name = `${surname} ${given} ${patronymic}`
        const same = readPersonName(name)
        for (const written of [
          name.toUpperCase(),
          name.replaceAll(' ', gap),
          name.replaceAll('ё', 'е').replaceAll('Ё', 'Е'),
        ])
          expect(readPersonName(written)).toMatchObject({ normal: same.normal, gender: same.gender, full: same.full })
      }),
    ))
  it('takes the gender from the patronymic before all else', () =>
    fc.assert(
      fc.property(person, ({ surname, given, patronymic }) => {
        expect(readPersonName(`${surname} ${given} ${patronymic}`).gender).toBe(/ич$/.test(patronymic) ? 'm' : 'f')
      }),
    ))
  it('leaves a normal form as it is', () =>
    fc.assert(
      fc.property(person, ({ surname, given, patronymic }) => {
        const { normal } = readPersonName(`${surname} ${given} ${patronymic}`)
        expect(readPersonName(normal)).toMatchObject({ kind: 'person', normal })
      }),
    ))
  it('reads any text without failing, and never a hidden or foreign thing into a person across cases', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const read = readPersonName(text)
        expect(read.kind === 'person' || read.full === undefined).toBe(true)
      }),
    ))
})
