import { showDate } from './dates.ts'

/** Display names of the fields of a case record, and of data stored outside it. */
const fieldNames: Readonly<Record<string, string>> = {
  reading: 'Чтение',
  forgotten: 'Имя лица',
  card: 'Карточка',
  last_hearing: 'Последнее заседание',
  type: 'Кодекс',
  stage: 'Инстанция',
  court: 'Суд',
  judge: 'Судья',
  case_number: 'Номер дела',
  other_numbers: 'Другие номера',
  case_uid: 'УИД',
  protocol_number: 'Протокол',
  entry_date: 'Поступило',
  result_date: 'Решено',
  result_published_date: 'Опубликовано',
  result_valid_date: 'Вступило в силу',
  appeal_date: 'Рассмотрение жалобы',
  appeal_result: 'Обжалование',
  result_ground: 'Основание результата',
  result: 'Результат',
  articles: 'Статьи',
  defendants: 'Лица',
  related: 'Связанные дела',
  participants: 'Участники',
  events: 'Движение дела',
  penalties: 'Наказание',
  defence_params: 'Обстоятельства и личность',
  text: 'Текст решения',
  text_url: 'Адрес текста',
  url: 'Адрес карточки',
}
export const fieldName = (field: string): string => fieldNames[field] ?? field

/** Formats the `YYYY-MM-DD` days of a record. */
export const withShownDates = (text: string): string => text.replace(/\b(\d{4}-\d{2}-\d{2})\b/g, day => showDate(day))
