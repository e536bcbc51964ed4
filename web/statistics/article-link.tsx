import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Citation, publishRequest } from '#shared/api/citations.ts'
import { fewestToPublish } from '#shared/domain/figures.ts'
import { sentenceOf } from '../api/api-error.ts'
import { validated } from '../api/client.ts'
import {
  citationQueryOptions,
  closeFigures,
  makeCitation,
  publishedQueryOptions,
  publishFigures,
} from '../api/statistics.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { TextAreaField, TextField } from '../ui/field.tsx'
import styles from './article-dialog.module.css'
import type { ArticleFigures } from './print-figure.ts'

/** A permanent link to the figures, and their public page. */
type Words = { title: string; source: string }
type Props = Words & { figures: ArticleFigures; cases: number }
export const ArticleLink = ({ figures, cases, ...words }: Props) => {
  const client = useQueryClient()
  const citing = useMutation({ mutationFn: () => makeCitation(client, figures.cite) })
  const cited = citing.data
  return (
    <section aria-labelledby="frozen" className={styles.part}>
      <h3 id="frozen">Ссылка, которая не изменится</h3>
      {cited === undefined ? (
        <>
          <p className="quiet small">
            Цифры сохранятся такими, какие они сейчас, вместе с описанием. По ссылке их увидят те, у кого есть доступ.
          </p>
          <Button onClick={() => citing.mutate()} busy={citing.isPending}>
            Сохранить цифры и получить ссылку
          </Button>
          {citing.isError && <p role="alert">{sentenceOf(citing.error)}</p>}
        </>
      ) : (
        <>
          <div className={styles.copied}>
            <TextField label="Ссылка" value={cited.url} readOnly onChange={() => {}} />
            <Button onClick={() => void copyText(cited.url, 'Ссылка скопирована.')}>Скопировать</Button>
          </div>
          <p className="small">
            <Link to="/data/$id" params={{ id: cited.id }}>
              Открыть сохранённые цифры
            </Link>
          </p>
          {cited.method !== null && cited.method.cases !== cases && (
            <p role="alert" className="error">
              По ссылке уже другие цифры, чем на рисунке: дела изменились. Закройте окно и обновите страницу.
            </p>
          )}
          <Embedding first={cited} figures={figures} {...words} />
        </>
      )}
    </section>
  )
}

const Embedding = ({ first, figures, title, source }: Words & { first: Citation; figures: ArticleFigures }) => {
  const client = useQueryClient()
  const opening = useMutation({
    mutationFn: async () => {
      const { metric } = figures
      return publishFigures(first.id, validated(publishRequest, { title, source, ...(metric && { metric }) }))
    },
    onSuccess: told,
  })
  const closing = useMutation({ mutationFn: () => closeFigures(first.id), onSuccess: () => told(undefined) })
  async function told(opened: Citation | undefined): Promise<void> {
    if (opened) client.setQueryData(citationQueryOptions(first.id).queryKey, opened)
    else await client.invalidateQueries({ queryKey: citationQueryOptions(first.id).queryKey })
    await client.invalidateQueries({ queryKey: publishedQueryOptions.queryKey })
    if (opened) closing.reset()
  }
  const before = opening.data?.published ?? first.published
  const isOpen = before !== null && before.closed_at === null && !closing.isSuccess
  const [failed] = [opening, closing].filter(({ isError }) => isError)
  const hasOtherWords = before !== null && (before.title !== title.trim() || before.source !== source.trim())
  return (
    <>
      <h3>Встраивание</h3>
      {isOpen ? (
        <>
          <p className="small">
            <a href={before.url} target="_blank" rel="noreferrer">
              Страницу для встраивания
            </a>{' '}
            видят все, без входа.
          </p>
          <div className={styles.copied}>
            <TextAreaField label="Код для сайта" value={codeOf(before)} readOnly rows={3} onChange={() => {}} />
            <Button onClick={() => void copyText(codeOf(before), 'Код скопирован.')}>Скопировать код</Button>
          </div>
          <div className={styles.files}>
            {hasOtherWords && (
              <Button onClick={() => opening.mutate()} busy={opening.isPending}>
                Обновить заголовок и источник
              </Button>
            )}
            <Button onClick={() => closing.mutate()} busy={closing.isPending}>
              Выключить встраивание
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="quiet small">
            Таблицу с этими цифрами увидит кто угодно, без входа. В ней нет людей; числа меньше {fewestToPublish} и те,
            по которым их можно вычислить, скрыты. Заголовок и источник — как выше. Выключить можно в любой момент.
          </p>
          <Button onClick={() => opening.mutate()} busy={opening.isPending}>
            Разрешить встраивание
          </Button>
        </>
      )}
      {failed && <p role="alert">{sentenceOf(failed.error)}</p>}
    </>
  )
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const codeOf = ({ url, title }: { url: string; title: string }): string =>
  `<iframe src="${url}" title="${escaped(title)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
