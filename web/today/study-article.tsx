import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { GroupOf, SuggestionOf } from '#shared/api/search.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { searchMinimum } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { articlesQueryOptions } from '../api/directories.ts'
import { suggestionsQueryOptions } from '../api/search.ts'
import { focusField } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Starter } from './starter.tsx'
import styles from './starters.module.css'
import { articlesTyped, exampleArticles, isArticleNumber } from './starting.ts'

type Called = SuggestionOf<'article'>
const example = 'Напишите номер, например «20.2 ч. 5» или «318 УК».'
/** Cases of an article: by number at once, by words after a choice. */
export const StudyArticle = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const refuse = (sentence: string): void => {
    setError(sentence)
    if (form.current) focusField(form.current)
  }
  const [called, setCalled] = useState<readonly Called[]>([])
  const show = (found: WireRecord): Promise<void> =>
    navigate({ to: '/', search: { ...found, ordering: defaultOrdering } })
  const byWords = async (text: string): Promise<readonly Called[]> => {
    if (text.trim().length < searchMinimum) return []
    const { groups } = await client.fetchQuery(suggestionsQueryOptions(text, ['article']))
    return groups.find((one): one is GroupOf<'article'> => one.kind === 'article')?.items ?? []
  }
  const open = async (text: string): Promise<void> => {
    setCalled([])
    const { results } = await client.ensureQueryData(articlesQueryOptions())
    const found = articlesTyped(text, results)
    if (found !== undefined) return show(found)
    if (isArticleNumber(text)) return refuse(`Такой статьи среди дел нет. ${example}`)
    const meant = await byWords(text)
    if (meant.length === 0) refuse(`Не\u00a0поняли, какая это статья. ${example}`)
    else setCalled(meant)
  }
  const openOrSay = (text: string): void =>
    void open(text).catch(() => setError('Статьи не\u00a0загрузились. Повторите.'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    openOrSay(typed)
  }
  return (
    <Starter
      icon="chart"
      title="Исследовать статью"
      about="Сколько дел, где, чем кончаются и какие назначают наказания: списком, графиками и таблицей, с текстами решений."
    >
      <form className="stack" ref={form} onSubmit={submit}>
        <TextField
          label="Статья КоАП или УК"
          value={typed}
          onChange={next => {
            setTyped(next)
            setError(undefined)
            setCalled([])
          }}
          error={error}
          maxLength={100}
          autoComplete="off"
          placeholder="20.2 ч. 5"
        />
        <Button look="main" type="submit">
          Открыть дела
        </Button>
      </form>
      <div role="status" className={`small ${styles.found}`}>
        {called.length > 0 && (
          <ul className={styles.offered} aria-label="Статьи с такими словами">
            {called.map(({ title, codex, heading, filters }) => (
              <li key={`${codex} ${title}`}>
                <Button look="link" onClick={() => void (filters && show(filters))}>
                  {title} {codexTitle(codex)}
                </Button>
                <span className="quiet">{heading}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={`small ${styles.examples}`}>
        <span className="quiet">Например:</span>
        {exampleArticles.map(one => (
          <Button key={one} look="link" onClick={() => openOrSay(one)}>
            {one}
          </Button>
        ))}
      </p>
    </Starter>
  )
}
