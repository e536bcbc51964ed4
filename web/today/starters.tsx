import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { articlesQueryOptions } from '../api/directories.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { LoadList } from './load-list.tsx'
import styles from './starters.module.css'
import { articlesTyped, exampleArticles, useFollowing } from './starting.ts'

/** Where somebody who watches nothing begins: each ends on a page with something on it. `onUnfound`: there are lines to be read. */
export const Starters = ({ onUnfound }: { onUnfound: () => void }) => (
  <>
    <p className={`prose ${styles.lead}`}>
      Судмонитор читает сайты судов и&nbsp;следит за&nbsp;делами, которые вы&nbsp;ему укажете. Начните с&nbsp;одного
      из&nbsp;трёх.
    </p>
    <div className={styles.starters}>
      <FollowClient />
      <StudyArticle />
      <Starter
        icon="table"
        title="Загрузить список"
        about="Номера дел с судами, УИД или ссылки. Найденное ляжет в папку избранного, о ненайденном скажем почему."
      >
        <LoadList onUnfound={onUnfound} />
      </Starter>
    </div>
    <section className={styles.coming} aria-labelledby="coming">
      <h2 id="coming">Что появится на&nbsp;этой странице</h2>
      <ul>
        <li>
          <h3>Заседания моих дел</h3>
          <p className="quiet">По&nbsp;дням, по&nbsp;времени суда и&nbsp;вашему, с&nbsp;залом. Пересечения отмечены.</p>
        </li>
        <li>
          <h3>Что изменилось</h3>
          <p className="quiet">По&nbsp;делам: было и&nbsp;стало. Число непрочитанных видно в&nbsp;меню.</p>
        </li>
        <li>
          <h3>Сводки</h3>
          <p className="quiet">
            За&nbsp;день или неделю, если вы&nbsp;их заведёте. Ни&nbsp;бота, ни&nbsp;почты не&nbsp;нужно.
          </p>
        </li>
      </ul>
    </section>
  </>
)

type StarterProps = { icon: IconName; title: string; about: string; children: ReactNode }
const Starter = ({ icon, title, about, children }: StarterProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Icon name={icon} size={24} />
      <h2 id={id}>{title}</h2>
      <p className="quiet">{about}</p>
      {children}
    </section>
  )
}

const FollowClient = () => {
  const [name, setName] = useState('')
  const following = useFollowing()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') showToast('Напишите фамилию, имя и отчество.', { bad: true })
    else if (!following.isPending) following.mutate(name.trim())
  }
  return (
    <Starter
      icon="user"
      title="Следить за клиентом"
      about="Назовите человека: найдём его дела и сообщим о новых заседаниях. Однофамильцев покажем списком, выберете сами."
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Фамилия, имя, отчество"
          value={name}
          onChange={setName}
          maxLength={200}
          autoComplete="off"
          placeholder="Ветрогонов Илья Аркадьевич"
        />
        <Button look="main" type="submit" busy={following.isPending}>
          Найти и&nbsp;следить
        </Button>
      </form>
    </Starter>
  )
}

const StudyArticle = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const open = async (text: string): Promise<void> => {
    const { results } = await client.ensureQueryData(articlesQueryOptions())
    const found = articlesTyped(text, results)
    if (found === undefined) setError('Такой статьи среди дел нет. Напишите, например, «20.2 ч. 5» или «318 УК».')
    else await navigate({ to: '/', search: { ...found, ordering: defaultOrdering } })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void open(typed).catch(() => setError('Статьи не загрузились. Повторите.'))
  }
  return (
    <Starter
      icon="chart"
      title="Исследовать статью"
      about="Сколько дел, где, чем кончаются и какие назначают наказания: списком, графиками и таблицей, с текстами решений."
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Статья КоАП или УК"
          value={typed}
          onChange={next => {
            setTyped(next)
            setError(undefined)
          }}
          error={error}
          maxLength={40}
          autoComplete="off"
          placeholder="20.2 ч. 5"
        />
        <Button look="main" type="submit">
          Открыть дела
        </Button>
      </form>
      <p className={`small ${styles.examples}`}>
        <span className="quiet">Например:</span>
        {exampleArticles.map(example => (
          <Button
            key={example}
            look="link"
            onClick={() => void open(example).catch(() => setError('Статьи не загрузились. Повторите.'))}
          >
            {example}
          </Button>
        ))}
      </p>
    </Starter>
  )
}
