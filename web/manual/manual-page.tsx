import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useDeferredValue, useEffect, useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import { TextInput } from '../ui/field.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'
import { isChapter } from './contents.ts'
import styles from './manual-page.module.css'
import { type Chapter, manual } from './read-manual.ts'
import { type Hit, searchManual } from './search-manual.ts'

export const ManualPage = ({ name }: { name: string | undefined }) => {
  const chapter = manual.find(one => one.name === (name ?? 'begin'))
  useTitle(chapter ? `${chapter.title} — справка` : 'Справка')
  const [typed, setTyped] = useState('')
  const hits = useDeferredValue(searchManual(manual, typed))
  const isSearching = typed.trim().length > 1
  return (
    <div className={`wrap ${styles.page}`}>
      <nav className={styles.side} aria-label="Главы справки">
        <TextInput
          type="search"
          icon="search"
          aria-label="Найти в справке"
          placeholder="Найти в справке"
          value={typed}
          onChange={setTyped}
        />
        <ol className={styles.contents}>
          {manual.map(one => (
            <li key={one.name}>
              <Link
                to="/manual/{-$chapter}"
                params={{ chapter: one.name }}
                aria-current={one === chapter && !isSearching ? 'page' : undefined}
                onClick={() => setTyped('')}
              >
                {one.title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        {isSearching ? (
          <Hits hits={hits} onGo={() => setTyped('')} />
        ) : chapter ? (
          <Text chapter={chapter} />
        ) : (
          <PageFailed over="404" title="Такой главы нет" sentence="Выберите главу в содержании.">
            <Link to="/manual/{-$chapter}" params={{ chapter: 'begin' }}>
              К началу справки
            </Link>
          </PageFailed>
        )}
      </main>
    </div>
  )
}

const Hits = ({ hits, onGo }: { hits: readonly Hit[]; onGo: () => void }) => (
  <>
    <h1>Поиск по справке</h1>
    <p className={styles.found} aria-live="polite">
      {hits.length === 0
        ? 'Ничего не нашлось. Попробуйте другое слово.'
        : counted(hits.length, ['место', 'места', 'мест'])}
    </p>
    <ul className={styles.hits}>
      {hits.map(({ chapter, section, excerpt }) => (
        <li key={section.id}>
          <Link to="/manual/{-$chapter}" params={{ chapter: chapter.name }} hash={section.id} onClick={onGo}>
            {section.title === '' ? chapter.title : `${chapter.title}: ${section.title}`}
          </Link>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  </>
)

const Text = ({ chapter }: { chapter: Chapter }) => {
  const navigate = useNavigate()
  // Links of the text are followed by the router, external ones by the browser.
  const follow = (event: MouseEvent<HTMLElement>): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (!path.startsWith('/') || path.startsWith('/api/')) return
    event.preventDefault()
    void navigate({ to: path })
  }
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id.startsWith(chapter.name)) document.getElementById(id)?.scrollIntoView()
  }, [chapter])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard clicks too
    <article className={styles.text} onClick={follow}>
      <h1>{chapter.title}</h1>
      {chapter.sections.map(section => (
        <section key={section.id} id={section.id}>
          {section.title !== '' && <h2>{section.title}</h2>}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of the product's own files */}
          <div dangerouslySetInnerHTML={{ __html: section.html }} />
        </section>
      ))}
      <Neighbours chapter={chapter} />
    </article>
  )
}

const Neighbours = ({ chapter }: { chapter: Chapter }) => {
  const at = manual.indexOf(chapter)
  const next = manual[at + 1]
  return next && isChapter(next.name) ? (
    <p className={styles.next}>
      Дальше:{' '}
      <Link to="/manual/{-$chapter}" params={{ chapter: next.name }}>
        {next.title}
      </Link>
    </p>
  ) : null
}
