import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { ArticleFigures } from './print-figure.ts'

const ArticleDialog = lazyPart(() => import('./article-dialog.tsx'), 'ArticleDialog')

/** Opens figures for print. `of` is called on opening. */
export const ForArticle = ({
  title,
  of,
  look,
}: {
  title: string
  of: () => ArticleFigures | Promise<ArticleFigures>
  look?: 'bare'
}) => {
  const [figures, setFigures] = useState<ArticleFigures>()
  return (
    <>
      <Button look={look ?? 'plain'} aria-label={`Для статьи: ${title}`} onClick={async () => setFigures(await of())}>
        Для статьи
      </Button>
      {figures && <ArticleDialog figures={figures} onClose={() => setFigures(undefined)} />}
    </>
  )
}
