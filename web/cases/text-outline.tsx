import { useEffect, useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import type { DecisionSection, Paragraph } from './decision-paragraphs.ts'
import styles from './text-outline.module.css'

type Props = {
  sections: readonly DecisionSection[]
  paragraphs: readonly Paragraph[]
  hits: readonly { start: number }[]
}
export const TextOutline = ({ sections, paragraphs, hits }: Props) => {
  const anchors = sections.map(({ at }) => anchorOf(paragraphs[at], at))
  const current = useInView(anchors)
  return (
    <nav className={`screen-only ${styles.outline}`} aria-label="Части решения">
      {sections.length > 1 && (
        <>
          <h2 className="h3">Части решения</h2>
          <ol>
            {sections.map(({ title, at, from, to }, n) => {
              const [start, end] = [paragraphs[at]?.start ?? 0, paragraphs[sections[n + 1]?.at ?? -1]?.start]
              const found = hits.filter(hit => hit.start >= start && (end === undefined || hit.start < end)).length
              return (
                <li key={title}>
                  <a href={`#${anchors[n]}`} aria-current={anchors[n] === current ? 'true' : undefined}>
                    <span>{title}</span>
                    {found > 0 && (
                      <span className={styles.found} title={`Найдено: ${counted(found, ['место', 'места', 'мест'])}`}>
                        {found}
                      </span>
                    )}
                    <span className={styles.numbers}>{from === to ? from : `${from}–${to}`}</span>
                  </a>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </nav>
  )
}

const anchorOf = (paragraph: Paragraph | undefined, at: number): string =>
  paragraph?.number === undefined ? `s${at}` : `p${paragraph.number}`

const useInView = (anchors: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(anchors[0])
  const all = anchors.join(' ')
  useEffect(() => {
    let asked = 0
    const look = (): void => {
      const names = all.split(' ')
      const passed = names.filter(
        name => (document.getElementById(name)?.getBoundingClientRect().top ?? 1e6) < window.innerHeight / 3,
      )
      setCurrent(passed.at(-1) ?? names[0])
    }
    const onScroll = (): void => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(asked)
      window.removeEventListener('scroll', onScroll)
    }
  }, [all])
  return current
}
