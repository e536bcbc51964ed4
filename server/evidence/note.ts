import { clockIn, dayIn, showDate } from '#shared/domain/dates.ts'
import { counted } from '#shared/domain/wording.ts'
import { carriedOver, type PackedJournal, type PackedSeals, packageFiles } from '#shared/evidence/package-format.ts'
import { inUtc } from '#shared/evidence/primitives.ts'
import type { PageOfCase } from './case-pages.ts'

/**
 * The note in a package for those who assess it: what was seen, when, and how to verify it. It claims nothing that the
 * hashes do not prove.
 */
type NoteFacts = {
  madeAt: Date
  case: { case_number: string; court: string; url: string | null }
  entry: number | null
  journal: PackedJournal
  seals: PackedSeals
  /** Timestamp files of seals. */
  sealStamps: readonly string[]
  /** Timestamp of the package itself. */
  timestamp: 'given' | 'failed' | 'not set'
  pages: readonly Pick<PageOfCase, 'hash' | 'readings'>[]
  hasVerifier: boolean
}

export function evidenceNote({
  madeAt,
  case: of,
  entry,
  journal,
  seals,
  sealStamps,
  timestamp,
  pages,
  hasVerifier,
}: NoteFacts): string {
  const withFacts = pages.filter(({ readings }) => readings.length > 0)
  const sealed = seals.leaves.at(-1)
  const parts = [
    `<h1>Справка о собранных сведениях</h1>`,
    `<p>Дело № ${escaped(of.case_number)}, ${escaped(of.court)}.${of.url === null ? '' : ` Адрес карточки: ${escaped(of.url)}.`}
    ${entry === null ? 'Пакет — о деле целиком.' : `Пакет — о записи № ${entry} журнала: страницы приложены к ней и к предыдущей.`}
    Сделан ${momentInMoscow(madeAt)}.</p>`,
    `<h2>Что это</h2>`,
    `<p>Программа «Судмонитор» читает сайты судов и хранит полученные страницы и все состояния записи о деле. В пакете — то, что программа
    получила и прочитала. Программа не может подтвердить, что сведения суда верны, и не делает выводов о людях.
    Является ли пакет доказательством и какова его сила, решает суд.</p>`,
    `<h2>Что и когда прочитано</h2>`,
    table(
      ['Запись', 'Когда записана', 'Откуда прочитано'],
      journal.entries.map(({ number, seen_at, origin, file, page_hash, forgotten_on, content }) => [
        `${number}${forgotten_on === null ? '' : ` (изменено по решению о забвении от ${showDate(forgotten_on)})`}`,
        momentInMoscow(new Date(seen_at)),
        page_hash !== null
          ? `${carriedWords(content)}страница, SHA-256 ${page_hash}`
          : file !== null
            ? `файл «${file}» (сам файл не хранится; страницы сайта у записи нет)`
            : origin === null
              ? 'ничего нового от суда: сохранённое прочитано заново'
              : 'без страницы: вывод программы из того, что уже хранилось, или ответ сайта, который не хранится',
      ]),
    ),
    `<h2>Страницы</h2>`,
    pages.length === 0
      ? `<p>Сохранённых страниц сайта в пакете нет.</p>`
      : table(
          ['SHA-256 страницы', 'Адрес', 'Когда запрошена', 'Когда получен ответ', 'Ответ', 'TLS: SHA-256 сертификатов'],
          withFacts.flatMap(({ hash, readings }) =>
            readings.map(one => [
              hash.toString('hex'),
              one.url,
              momentInMoscow(one.asked_at),
              momentInMoscow(one.answered_at),
              one.status_line,
              one.tls === null
                ? 'без TLS: по пути страницу могли изменить'
                : `${one.tls.protocol}: ${one.tls.certificates.join(', ')}`,
            ]),
          ),
        ),
    withFacts.length < pages.length
      ? `<p>${counted(pages.length - withFacts.length, ['страница получена', 'страницы получены', 'страниц получено'])} до того, как программа стала хранить заголовки ответов: приложены только тела.</p>`
      : '',
    ...withheldByDay(journal).map(
      ([day, count]) =>
        `<p>По решению о забвении от ${showDate(day)} не приложено страниц: ${count}. Хеши изменённых записей посчитаны от нынешнего содержания;
    печати, поставленные до решения, были над прежним и не приложены.</p>`,
    ),
    `<p>Тела хранятся без сжатия, применённого при передаче. Отпечатки сертификатов говорят, чем представился сайт; сама страница сайтом не подписана,
    и то, что её прислал именно он, следует только из записи программы.</p>`,
    `<h2>С какого времени изменение было бы заметно</h2>`,
    `<p>Записи журнала связаны хешами. ${
      sealed === undefined
        ? 'Печати журнала над ними ещё нет.'
        : `Записи по № ${sealed.number} включительно — под печатью журнала № ${sealed.seal}: после неё их не переписать незаметно для того, у кого есть эта печать.`
    } ${sealStamps.some(path => path.endsWith('.tsr')) ? 'Печати заверены отметкой времени сторонней службы (RFC 3161).' : 'Отметок времени сторонней службы у печатей нет.'}${sealStamps.some(path => path.endsWith('.ots')) ? ' Хеши печатей переданы в OpenTimestamps: там их время подтверждает блок биткойна.' : ''}
    ${
      {
        given: `Опись пакета заверена отметкой времени (${packageFiles.manifestToken}): пакет существовал не позже неё.`,
        failed: 'Служба времени не ответила: отметки времени у самого пакета нет.',
        'not set': 'Служба времени не настроена: отметки времени у самого пакета нет.',
      }[timestamp]
    } Отметка говорит «существовало не позже», но не «так было на сайте».</p>`,
    `<h2>Как проверить</h2>`,
    `<ol><li>Сравните SHA-256 файла пакета с тем, который показан при скачивании и хранится у того, кто его сделал. Без этого сравнения подделка целого пакета не видна.</li>
    <li>${hasVerifier ? `Откройте ${packageFiles.verifier} из пакета в браузере, а лучше возьмите эту страницу в другом месте, и выберите файл пакета.` : 'Откройте страницу проверки на сайте программы и выберите файл пакета.'} Интернет для проверки не нужен.</li>
    <li>Или выполните: <code>npx sudmonitor verify ФАЙЛ</code>.</li>
    <li>Страницы (${packageFiles.pages}) открываются любой программой для веб-архивов: внутри WARC 1.1.
    Отметки времени проверяются и без «Судмонитора»: <code>openssl ts -verify -in ОТМЕТКА -data ФАЙЛ -CAfile СЕРТИФИКАТЫ</code>.</li></ol>`,
  ]
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Справка: дело № ${escaped(of.case_number)}</title>
<style>body{font:11pt/1.4 serif;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%;font-size:9pt}td,th{border:1px solid #999;padding:3pt;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{overflow-wrap:normal}</style>
${parts.join('\n')}\n`
}

function carriedWords(content: PackedJournal['entries'][number]['content']): string {
  const [mark] = carriedOver.safeParse(content?.beside).data ?? []
  return mark === undefined ? '' : `каким было дело по записи ${mark.after.number}: прочитано из сохранённого тогда; `
}

const withheldByDay = ({ entries, withheld_pages }: PackedJournal): [day: string, pages: number][] => {
  const days = [...entries.map(({ forgotten_on }) => forgotten_on), ...withheld_pages.map(({ on }) => on)]
  return [...new Set(days)].flatMap(day =>
    day === null ? [] : [[day, withheld_pages.filter(({ on }) => on === day).length]],
  )
}

export const momentInMoscow = (at: Date): string =>
  `${showDate(dayIn('Europe/Moscow', at))} в\u00a0${clockIn('Europe/Moscow', at)} по Москве (${inUtc(at.toISOString())})`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tr>${heads.map(head => `<th>${head}</th>`).join('')}</tr>${rows.map(row => `<tr>${row.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
