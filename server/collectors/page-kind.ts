/**
 * What an answer of a court's site is. A status of 200 proves nothing (domain §6): only a page that is known by its own
 * marks has a kind, and everything else is `unknown`, which a person has to look at.
 */
export const pageKinds = {
  list: 'результаты поиска',
  card: 'карточка дела',
  text: 'судебный акт',
  search_form: 'форма поиска',
  captcha: 'форма с проверочным кодом',
  wrong_code: 'проверочный код не подошёл',
  nothing_found: 'ничего не найдено',
  wrong_parameter: 'сайт не понял запроса',
  unavailable: 'сведения временно недоступны',
  blocked: 'доступ закрыт',
  moved: 'карточки по этому адресу нет',
  server_choice: 'сайт просит выбрать сервер',
  php_notice: 'сбой сайта вместо страницы',
  unknown: 'страница непонятна',
} as const
export type PageKind = keyof typeof pageKinds
