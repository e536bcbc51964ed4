import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Defendant } from '#shared/api/defendants.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { maxPersonCases } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { strongEvidence } from '#shared/domain/person-evidence.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { defendantQueryOptions } from '../api/defendants.ts'
import { AsOfLine } from '../filters/as-of-line.tsx'
import { personName } from '../filters/case-wording.ts'
import { ShownRecord } from '../filters/record-failed.tsx'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import record from '../ui/record-page.module.css'
import { useTitle } from '../ui/title.ts'
import styles from './defendant-page.module.css'
import { DefendantSide } from './defendant-side.tsx'
import { genderWord, namesakeWords, reasonsOfPerson, regionWords, spanWords } from './defendant-wording.ts'
import { PersonChains } from './person-chains.tsx'
import { PersonClocks } from './person-clocks.tsx'
import { PersonStrip } from './person-strip.tsx'

const PersonForgetting = lazyPart(() => import('./person-forgetting.tsx'), 'PersonForgetting')
const PersonParting = lazyPart(() => import('./person-parting.tsx'), 'PersonParting')

/** `day`: as known at its end; absent means now. */
export const DefendantPage = ({ user, id, day }: { user: CurrentUser; id: number; day: string | undefined }) => {
  const asked = useQuery(defendantQueryOptions(id, day))
  const navigate = useNavigate()
  useTitle(asked.data ? personName(asked.data.name) : 'Лицо')
  useTodaysAddress(id, asked.data?.id)
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Back />
      <AsOfLine
        day={day}
        onNow={() => void navigate({ to: '/defendants/$id', params: { id: String(id) }, replace: true })}
      />
      <ShownRecord
        query={asked}
        loading="Лицо загружается"
        absent={{
          title: 'Такого лица здесь нет',
          sentence: 'Его нет в базе, или регионы его дел не открыты вашей учётной записи.',
        }}
        back={
          <Link to="/defendants" className={buttonClass('main')}>
            К списку лиц
          </Link>
        }
      >
        {person => <Person person={person} user={user} day={day} />}
      </ShownRecord>
    </main>
  )
}

/** Redirects from the id of a merged person to the remaining one. */
const useTodaysAddress = (asked: number, answered: number | undefined): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (answered !== undefined && answered !== asked)
      void navigate({ to: '/defendants/$id', params: { id: String(answered) }, search: true, replace: true })
  }, [navigate, asked, answered])
}

const Back = () => {
  const from = useRouterState({ select: state => state.location.state.peopleSearch })
  return (
    <nav className={`screen-only ${record.crumbs}`} aria-label="Где вы">
      <Link to="/defendants" search={from ?? {}}>
        <LateIcon name="back" />
        Лица
      </Link>
    </nav>
  )
}

const Person = ({ person, user, day }: { person: Defendant; user: CurrentUser; day: string | undefined }) => {
  const others = person.names.slice(1)
  const [isParting, setParting] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  const said = [genderWord(person) && `${genderWord(person)} пол`, spanWords(person), regionWords(person, 5)]
  return (
    <>
      <header className={record.head}>
        <h1>{personName(person.name)}</h1>
        <div className={`screen-only acts ${styles.acts}`}>
          <Subscribe watched={{ person: person.id }} what={`Лицо: ${person.name}`}>
            {button => (
              <Button {...button} title="Узнавать о новых делах этого лица и о новостях прежних">
                <Icon name="bell" />
                Следить
              </Button>
            )}
          </Subscribe>
          <CalendarButton watched={{ person: person.id }} />
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
          {user.is_superuser && user.regions === null && (
            <Button
              aria-haspopup="dialog"
              title="Удалить имя этого лица отовсюду: по закону или решению суда"
              onClick={() => setForgetting(true)}
            >
              Забыть…
            </Button>
          )}
        </div>
        <p className="h3">{said.filter(Boolean).join(', ')}</p>
        {others.length > 0 && (
          <p className="quiet small">Суды пишут и так: {others.map(name => personName(name)).join('; ')}.</p>
        )}
      </header>
      <PersonIdentity person={person} />
      <div className={record.grid}>
        <div>
          <PersonStrip person={person} day={day} />
          <PersonClocks person={person} day={day} />
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
      {isParting && <PersonParting person={person} onClose={() => setParting(false)} />}
      {isForgetting && <PersonForgetting person={person} onClose={() => setForgetting(false)} />}
      <footer className={styles.foot}>
        По данным сайтов судов. В{'\u00a0'}одном суде дела собраны по полному имени, как его пишет суд; дела разных
        судов — только если есть ещё основания.
        {user.regions !== null &&
          ` Здесь только дела регионов, открытых вам: ${user.regions.map(regionTitle).join(', ')}.`}
      </footer>
    </>
  )
}

/** Placed before any conclusion: why the cases are attributed to one person, and who else it may be. */
const PersonIdentity = ({ person }: { person: Defendant }) => {
  const reasons = person.courts.length > 1 ? reasonsOfPerson(person) : []
  if (reasons.length === 0 && person.namesakes_count === 0) return null
  // Instances of one matter certainly belong to one person: no caution is needed.
  const isCertain = person.joined_by.every(({ evidence }) => evidence.some(kind => strongEvidence.has(kind)))
  if (isCertain && person.namesakes_count === 0)
    return <p className={`quiet small ${styles.certain}`}>Дела разных судов: {reasons.join('; ')}.</p>
  return (
    <section className={styles.caution} aria-labelledby="person-identity">
      <h2 id="person-identity">{person.courts.length > 1 ? 'Одно имя, разные суды' : 'Есть то же имя'}</h2>
      {reasons.length > 0 && (
        <p>
          Даты рождения суды не{'\u00a0'}публикуют. Дела разных судов отнесены к{'\u00a0'}одному лицу. Основания:{' '}
          {reasons.join('; ')}.
        </p>
      )}
      {person.namesakes_count > 0 && (
        <p>
          Есть{' '}
          <Link to="/defendants" search={{ defendants: fullName(person.names) }}>
            {namesakeWords(person)}
          </Link>
          : это могут быть однофамильцы или то же лицо.
        </p>
      )}
    </section>
  )
}

const fullName = (names: readonly string[]): string =>
  names.find(name => !name.includes('.') && name.split(' ').length > 2) ?? names[0] ?? ''
