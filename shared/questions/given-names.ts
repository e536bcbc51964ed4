import { isForm, plain } from './words.ts'

/**
 * Given names that are rarely surnames: the other word is then the surname, and the name's gender determines its form.
 */
// biome-ignore format: lists read best as lists
const men = [
  'Александр', 'Алексей', 'Анатолий', 'Андрей', 'Антон', 'Аркадий', 'Аристарх', 'Арсений', 'Артём', 'Артур', 'Богдан', 'Борис', 'Вадим', 'Валентин', 'Валерий',
  'Василий', 'Виктор', 'Виталий', 'Владимир', 'Владислав', 'Вячеслав', 'Геннадий', 'Георгий', 'Герман', 'Глеб', 'Григорий', 'Даниил', 'Денис', 'Дмитрий',
  'Евгений', 'Егор', 'Захар', 'Иван', 'Игорь', 'Ильдар', 'Илья', 'Камиль', 'Кирилл', 'Константин', 'Лев', 'Леонид', 'Магомед', 'Максим', 'Марат', 'Марк',
  'Матвей', 'Михаил', 'Никита', 'Николай', 'Олег', 'Павел', 'Пётр', 'Ринат', 'Роман', 'Руслан', 'Савелий', 'Семён', 'Сергей', 'Станислав', 'Степан',
  'Тимофей', 'Тимур', 'Фёдор', 'Филипп', 'Эдуард', 'Юрий', 'Ян', 'Ярослав',
]
// biome-ignore format: lists read best as lists
const women = [
  'Александра', 'Алина', 'Алиса', 'Алла', 'Анастасия', 'Ангелина', 'Анна', 'Антонина', 'Валентина', 'Валерия', 'Варвара', 'Вера', 'Вероника', 'Виктория',
  'Галина', 'Дарья', 'Диана', 'Евгения', 'Екатерина', 'Елена', 'Елизавета', 'Жанна', 'Зинаида', 'Зоя', 'Инна', 'Ирина', 'Карина', 'Кира', 'Клавдия', 'Ксения',
  'Лариса', 'Лидия', 'Любовь', 'Людмила', 'Маргарита', 'Марина', 'Мария', 'Надежда', 'Наталья', 'Наталия', 'Нина', 'Оксана', 'Олеся', 'Ольга', 'Полина', 'Раиса',
  'Регина', 'Римма', 'Светлана', 'София', 'Софья', 'Тамара', 'Татьяна', 'Ульяна', 'Юлия', 'Яна',
]
type GivenName = { name: string; gender: 'm' | 'f' }
const known: readonly GivenName[] = [
  ...men.map(name => ({ name, gender: 'm' as const })),
  ...women.map(name => ({ name, gender: 'f' as const })),
]
const oblique: Readonly<Record<string, RegExp>> = {
  Лев: /^льв(а|у|ом|е)$/,
  Павел: /^павл(а|у|ом|е)$/,
  Пётр: /^петр(а|у|ом|е)$/,
}
/**
 * «Александра» is a woman's name or a form of «Александр»: in the dictionary form, or, if `isOblique`, in another case.
 */
export const givenNames = (written: string, isOblique: boolean): GivenName[] => {
  const word = plain(written)
  return known.filter(({ name }) => {
    const own = plain(name)
    return isOblique ? own !== word && (oblique[name]?.test(word) || isForm(own, word)) : own === word
  })
}

/** The nominative of a surname of that gender; undefined when the form is ambiguous. */
export const nominativeSurname = (written: string, gender: 'm' | 'f', isNominative: boolean): string | undefined => {
  if (isNominative) return written
  if (/(ко|их|ых)$/u.test(written)) return written
  if (gender === 'f') {
    if (/(ов|ев|ёв|ин|ын)(ой|у)$/u.test(written)) return written.replace(/(ой|у)$/u, 'а')
    if (/(ск|цк)(ой|ую)$/u.test(written)) return written.replace(/(ой|ую)$/u, 'ая')
    return /[^аеёиоуыэюяйь]$/u.test(written) ? written : undefined
  }
  if (/(ов|ев|ёв|ин|ын)(а|у|ым|е)$/u.test(written)) return written.replace(/(а|у|ым|е)$/u, '')
  return /(ск|цк)(ого|ому|им)$/u.test(written) ? written.replace(/(ого|ому|им)$/u, 'ий') : undefined
}
/** «Олеговны» → «Олеговна», «Игоревичем» → «Игоревич» */
export const patronymicOf = (
  written: string,
): { name: string; gender: 'm' | 'f'; isNominative: boolean } | undefined => {
  const male = /^(.+ич)(|а|у|ем|е)$/u.exec(written)
  if (male) return { name: male[1] ?? written, gender: 'm', isNominative: male[2] === '' }
  const female = /^(.+(?:вн|чн|шн))(а|ы|е|ой|у)$/u.exec(written)
  return female ? { name: `${female[1]}а`, gender: 'f', isNominative: female[2] === 'а' } : undefined
}
