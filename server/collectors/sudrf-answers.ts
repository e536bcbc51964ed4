import type { AdapterReading, Note, PageKind } from './collector.ts'
import { type OpenedPage, phpErrors } from './open-page.ts'
import { absolute, filled, type Nodes, shownLines, shownText } from './read-html.ts'

/** Recognised by wording, and tested last: a decision may contain any of it. */
type Answer = Exclude<PageKind, 'list' | 'card' | 'text'>
type Said = Exclude<Answer, 'captcha' | 'server_choice'>
const answerPatterns: readonly (readonly [Said, RegExp])[] = [
  [
    'blocked',
    /запрос заблокирован по соображениям безопасности|доступ (?:к (?:сайту|ресурсу) )?(?:с вашего ip-адреса )?(?:ограничен|запрещ[её]н|заблокирован)|access denied|403 forbidden|слишком много запросов|превышен\p{L}{0,3} (?:лимит|количество|число) запросов|too many requests|checking your browser|enable javascript and cookies/iu,
  ],
  ['wrong_code', /неверно указан проверочный код|неверный проверочный код|время жизни сессии закончилось/iu],
  [
    'wrong_parameter',
    /неверный формат запроса|неверно (?:указан|задан)\p{L}* (?:параметр|дат|критери)|указанный сервер сдп не найден|error level 2|нажмите на номер (?:дела|интересующего)|на \d\d\.\d\d\.\d{4} дел не назначено/iu,
  ],
  // A site that could not ask its own database finds nothing, and says that as well.
  [
    'unavailable',
    /информация временно недоступна|(?:ошибка|нет) (?:соединения с|подключения к) (?:баз[ео]й данных|базе данных)|сервер перегружен|ошибка (?:выполнения|обработки) запроса|внутренняя ошибка сервера|превышено время ожидания|произошла (?:\p{L}+ )?ошибка|ошибка загрузки/iu,
  ],
  [
    'php_notice',
    /(?:^|\s)(?:fatal|parse) error: .* (?:in|on line) |pg_(?:connect|query)\(\)|call to a member function/iu,
  ],
  [
    'moved',
    /возможно, она была удалена или перемещена|(?:дело|карточка|документ)(?: дела)? не (?:найден|существует)|страница не найдена|404 not found/iu,
  ],
  [
    'nothing_found',
    /(?:данных|дел|записей) по (?:вашему |данному )?запросу не (?:обнаружено|найдено)|по вашему запросу дел не найдено|ничего не (?:найдено|обнаружено)|всего по запросу найдено\s*[—–-]?\s*0(?!\d)/iu,
  ],
  [
    'unavailable',
    /(?:сайт|сервис|сервер) временно недоступ|производится информационное наполнение|данный модуль неактивен|(?<!\d.{0,60})(?:ведутся|проводятся) (?:плановые )?(?:технические|профилактические|регламентные) работы|техническом обслуживании|50[234] (?:bad gateway|service|gateway)|service unavailable/iu,
  ],
  ['php_notice', /(?:^|\s)(?:notice|warning|deprecated): .* (?:in|on line) /iu],
]
const phpNotice = /(?:^|\s)(?:Notice|Warning|Fatal error|Parse error|Deprecated): .{1,200}? (?:in|on line) \S/

/** Tests the content before forms, and the surrounding page last: a banner about planned maintenance means nothing. */
export function answerOf(page: OpenedPage): AdapterReading {
  const { $ } = page
  const common = { notes: [] }
  const content = $('#content, #search_results, #modSdpContent').first()
  const said = content.length > 0 ? saidIn(page, content) : undefined
  if (said !== undefined) return { ...common, ...said }
  const form = captchaForm(page)
  if (form !== undefined) return { ...common, kind: 'captcha', ...form }
  if ($('form[name="calform"], form#calform, #search_form, form:has([name="name_op"][value="r"])').length > 0)
    return { ...common, kind: 'search_form' }
  const asked = shownLines($('body')).find(line => notRobot.test(line))
  if (asked !== undefined) return { ...common, kind: 'blocked', notice: asked.slice(0, 500) }
  const saidAround = saidIn(page, $('body'))
  if (saidAround !== undefined) return { ...common, ...saidAround }
  const servers = serversOf(page)
  if (servers.length > 1) return { ...common, kind: 'server_choice', servers }
  return { ...common, kind: 'unknown', notice: shownLines($('body')).slice(0, 5).join(' ').slice(0, 500) }
}

/** Beside the picture of a captcha, or a form to search by, these words close nothing. */
const notRobot = /(?:я|вы|а) не робот/iu

/** «Если произошла ошибка, обратитесь в суд» says nothing of this answer. */
const conditions = /(?<!\p{L})(?:если|в случае)(?!\p{L})[^.!?]*/giu

function saidIn({ url }: OpenedPage, scope: Nodes) {
  const lines = shownLines(scope)
  for (const [kind, words] of answerPatterns) {
    const notice = lines.find(line => words.test(kind === 'blocked' ? line : line.replaceAll(conditions, ' ')))
    if (notice === undefined) continue
    const isCard = /^(?:case|doc)$/.test(url?.searchParams.get('name_op') ?? '')
    // A card requested by its address and not found has moved or is gone.
    const meant = kind === 'nothing_found' && isCard ? 'moved' : kind
    return { kind: meant, notice: notice.slice(0, 500) }
  }
  return undefined
}

export const phpNotices = ({ $, html }: OpenedPage): Note[] =>
  (phpErrors.test(html) ? shownLines($('body')) : [])
    .filter(line => phpNotice.test(line))
    .slice(0, 5)
    .map(line => ({ code: 'php_notice', where: 'body', value: line.slice(0, 300) }))

function captchaForm({ $, url }: OpenedPage) {
  const input = $('input[name="captcha"], #kcaptchaForm input[type="text"], input#captcha').first()
  if (input.length === 0) return undefined
  const form = input.closest('form')
  const near = input.parent().find('img').add(form.find('img[src*="captcha" i], img[src^="data:" i]')).first()
  const written = near.attr('src')
  // Sites put spaces into the data URL of the picture: «data: image/png;base64, iVBOR…» (2026).
  const picture = /^data\s*:/i.test(written ?? '') ? written?.replace(/\s+/g, '') : absolute(written, url)
  const hidden = form
    .find('input[type="hidden"]')
    .toArray()
    .map(one => [$(one).attr('name') ?? '', $(one).attr('value') ?? ''] as const)
    .filter(([name]) => /captcha/i.test(name))
  const answer_field = input.attr('name')
  return { ...filled({ picture, answer_field }), hidden_fields: Object.fromEntries(hidden) }
}

/** The choices of a court with several servers; each is a numbered link or option. */
function serversOf({ $, url }: OpenedPage): { number: number; title: string; url?: string }[] {
  const found = new Map<number, { number: number; title: string; url?: string }>()
  for (const link of $('a[href*="srv_num="]').toArray()) {
    const address = absolute($(link).attr('href'), url)
    const number = Number(/[?&]srv_num=(\d+)/.exec($(link).attr('href') ?? '')?.[1])
    const title = shownText($(link))
    if (number > 0 && title !== '' && !found.has(number))
      found.set(number, { number, title, ...(address === undefined ? {} : { url: address }) })
  }
  for (const option of $('select[name="srv_num"] option').toArray()) {
    const number = Number($(option).attr('value'))
    if (number > 0 && !found.has(number)) found.set(number, { number, title: shownText($(option)) })
  }
  return [...found.values()].sort((left, right) => left.number - right.number)
}
