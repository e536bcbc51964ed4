import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MethodNote } from '#shared/api/citations.ts'
import { longestTitle } from '#shared/domain/figures.ts'
import { counted } from '#shared/domain/wording.ts'
import { noteQueryOptions } from '../api/statistics.ts'
import { LoadFailed } from '../filters/load-failed.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled, Select, TextAreaField, TextField } from '../ui/field.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './article-dialog.module.css'
import { ArticleLink } from './article-link.tsx'
import { paper } from './paper.ts'
import { type ArticleFigures, type Picture, type PrintSize, printed, printSizes } from './print-figure.ts'
import { pictureAddress, savePng, saveSvg } from './save-picture.ts'

/** «Для статьи»: a figure with title, source and method, as files and as a link (decision 0093). */
export const ArticleDialog = ({ figures, onClose }: { figures: ArticleFigures; onClose: () => void }) => {
  const fillsScreen = useMedia(narrow)
  const note = useQuery({ ...noteQueryOptions(figures.note), staleTime: Number.POSITIVE_INFINITY })
  const [title, setTitle] = useState(figures.printable.title)
  const [ownSource, setSource] = useState<string>()
  const [chosen, setSize] = useState<PrintSize['value']>('spread')
  const source = ownSource ?? note.data?.source ?? ''
  const size = printSizes.find(({ value }) => value === chosen) ?? printSizes[0]
  const warning = note.data?.warning ?? null
  const picture = useMemo(
    () => printed({ printable: figures.printable, title, source, warning, size, palette: paper }),
    [figures.printable, title, source, warning, size],
  )
  const ready = note.data && title.trim() !== '' && source.trim() !== '' ? picture : undefined
  return (
    <Dialog opened onClose={onClose} title="Для статьи" size={1080} fillsScreen={fillsScreen}>
      <div className={styles.progress}>
        <ProgressLine active={note.isFetching} />
      </div>
      <LoadFailed of={note} title="Описание цифр не загрузилось" />
      {warning !== null && <p className={styles.warning}>{warning}</p>}
      <div className={styles.parts}>
        <div className={styles.fields}>
          <TextField
            label="Заголовок"
            value={title}
            onChange={setTitle}
            maxLength={longestTitle}
            error={title.trim() === '' && 'Без заголовка картинку не поймут.'}
          />
          <TextAreaField
            label="Источник"
            value={source}
            onChange={setSource}
            maxLength={longestTitle}
            rows={4}
            error={note.data && source.trim() === '' && 'Назовите источник: без него цифру не проверить.'}
          />
          <Labelled label="Размер">
            {id => <Select id={id} value={chosen} options={printSizes} onChange={setSize} />}
          </Labelled>
          <Files picture={ready} figures={figures} />
        </div>
        <div className={styles.preview} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
          {picture ? (
            <img src={pictureAddress(picture)} alt={`${title}. Числа — в файлах Excel и CSV.`} />
          ) : (
            <p role="alert">
              Слова не оставили места рисунку: сократите заголовок или источник либо выберите размер больше.
            </p>
          )}
        </div>
      </div>
      {note.data && <Method note={note.data} cases={figures.cases} />}
      {note.data && <ArticleLink figures={figures} title={title} source={source} cases={note.data.cases} />}
    </Dialog>
  )
}

const Files = ({ picture, figures: { file, files } }: { picture: Picture | undefined; figures: ArticleFigures }) => {
  const png = () =>
    picture && savePng(file, picture).catch(() => showToast('Картинка не получилась. Возьмите SVG.', { bad: true }))
  return (
    <div className={styles.files}>
      <Button look="main" disabled={!picture} onClick={() => void png()}>
        PNG, 2×
      </Button>
      <Button disabled={!picture} onClick={() => picture && saveSvg(file, picture)}>
        SVG
      </Button>
      <a className={buttonClass()} href={files.xlsx} download>
        Excel
      </a>
      <a className={buttonClass()} href={files.csv} download>
        CSV
      </a>
    </div>
  )
}

const Method = ({ note, cases }: { note: MethodNote; cases: number | undefined }) => (
  <section aria-labelledby="method" className={styles.part}>
    <div className={styles.head}>
      <h3 id="method">Как посчитано</h3>
      <Button
        onClick={() =>
          void copyText(
            note.lines.map(([label, text]) => `${label}: ${text}`).join('\n'),
            'Описание скопировано.',
            'Браузер не дал скопировать: выделите описание и скопируйте его сами.',
          )
        }
      >
        Скопировать описание
      </Button>
    </div>
    {cases !== undefined && cases !== note.cases && (
      <p role="alert" className="error">
        С тех пор, как открыта страница, дел в выборке стало {counted(note.cases, ['дело', 'дела', 'дел'])}. Обновите
        страницу: рисунок и описание должны быть об одном.
      </p>
    )}
    <dl className={styles.method}>
      {note.lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
