import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '#shared/api/accounts.ts'
import type { Defendant } from '#shared/api/defendants.ts'
import { maxPersonCases } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { ApiError, sentenceOf } from '../api/client.ts'
import { defendantQuery } from '../api/defendants.ts'
import { personName } from '../filters/case-wording.ts'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './defendant-page.module.css'
import { DefendantSide } from './defendant-side.tsx'
import { genderWord, regionWords, spanWords } from './defendant-wording.ts'
import { PersonChains } from './person-chains.tsx'
import { PersonClocks } from './person-clocks.tsx'
import { PersonIdentity } from './person-identity.tsx'

const PersonParting = lazy(() => import('./person-parting.tsx').then(module => ({ default: module.PersonParting })))

/** One person with all their cases: chains of instances, courts, judges, penalties. */
export const DefendantPage = ({ user, id }: { user: CurrentUser; id: number }) => {
  const { data, error, isPending, refetch } = useQuery(defendantQuery(id))
  useTitle(data ? data.name : 'Лицо')
  useTodaysAddress(id, data?.id)
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Back />
      {data ? (
        <Person person={data} user={user} />
      ) : isPending ? (
        <h1 className="sr">Лицо загружается</h1>
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

/** Of people who turned out to be one, the page stands under the number that is left. */
const useTodaysAddress = (asked: number, answered: number | undefined): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (answered !== undefined && answered !== asked)
      void navigate({ to: '/defendants/$id', params: { id: String(answered) }, replace: true })
  }, [navigate, asked, answered])
}

/** To the list as it was left. */
const Back = () => {
  const from = useRouterState({ select: state => state.location.state.peopleSearch })
  return (
    <nav className={`screen-only ${styles.crumbs}`} aria-label="Где вы">
      <Link to="/defendants" search={from ?? {}}>
        <Icon name="back" />
        Лица
      </Link>
    </nav>
  )
}

const Person = ({ person, user }: { person: Defendant; user: CurrentUser }) => {
  const others = person.names.slice(1)
  const [isParting, setParting] = useState(false)
  const said = [genderWord(person) && `${genderWord(person)} пол`, spanWords(person), regionWords(person, 5)]
  return (
    <>
      <header className={styles.head}>
        <h1>{personName(person.name)}</h1>
        <div className={`screen-only ${styles.acts}`}>
          <Subscribe watched={{ person: person.id }} what={`Лицо: ${person.name}`}>
            {button => (
              <Button {...button} title="Узнавать о новых делах этого лица и о новостях прежних">
                <Icon name="bell" />
                Подписаться
              </Button>
            )}
          </Subscribe>
          <Link to="/" search={{ defendant: person.name, ordering: defaultOrdering }} className={buttonClass()}>
            <Icon name="search" />
            Искать имя в делах
          </Link>
          {user.is_superuser && person.cases_count > 1 && (
            <Button
              aria-haspopup="dialog"
              title="Некоторые из этих дел — другого лица с тем же именем"
              onClick={() => setParting(true)}
            >
              Отделить однофамильца
            </Button>
          )}
        </div>
        <p className={styles.sub}>{said.filter(Boolean).join(', ')}</p>
        <PersonIdentity person={person} />
        {others.length > 0 && (
          <p className="quiet small">Суды пишут и так: {others.map(name => personName(name)).join('; ')}.</p>
        )}
      </header>
      <div className={styles.grid}>
        <div>
          <PersonClocks person={person} />
          <section aria-labelledby="person-cases">
            <h2 id="person-cases" className={styles.title}>
              Дела <span className="quiet">{person.cases_count}</span>
            </h2>
            <PersonChains person={person} />
            {person.cases_count > maxPersonCases && (
              <p className="quiet small">Показаны последние {counted(maxPersonCases, caseForms)}.</p>
            )}
          </section>
        </div>
        <DefendantSide person={person} />
      </div>
      {isParting && (
        <Suspense>
          <PersonParting person={person} onClose={() => setParting(false)} />
        </Suspense>
      )}
      <footer className={styles.foot}>
        По данным сайтов судов. В{'\u00a0'}одном суде дела собраны по полному имени, как его пишет суд; дела разных
        судов — только если есть ещё основания.
        {user.regions !== null &&
          ` Здесь только дела регионов, открытых вам: ${user.regions.map(regionTitle).join(', ')}.`}
      </footer>
    </>
  )
}

/** Nobody, or nobody this account may see: the two look alike on purpose. */
const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <PageFailed
      over={isAbsent ? '404' : 'Ошибка'}
      title={isAbsent ? 'Такого лица здесь нет' : 'Страница не загрузилась'}
      sentence={isAbsent ? 'Его нет в базе, или регионы его дел не открыты вашей учётной записи.' : sentenceOf(error)}
    >
      <Link to="/defendants" className={buttonClass('main')}>
        К списку лиц
      </Link>
      {!isAbsent && <Button onClick={onRetry}>Повторить</Button>}
    </PageFailed>
  )
}
