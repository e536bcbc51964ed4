import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { sentenceOf } from '../api/api-error.ts'
import { acceptInvitation, previewInvitation, refreshSets } from '../api/sets.ts'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'
import { roleWord } from './sets-page.tsx'

/** The target of an invitation link: what the set is, and whether to join. */
export const JoinPage = () => {
  useTitle('Приглашение в подборку')
  const token = useRouterState({ select: ({ location }) => location.hash })
  const client = useQueryClient()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['sets', 'invitation', token],
    queryFn: () => previewInvitation(token),
    gcTime: 0,
  })
  const joining = useAct(() => acceptInvitation(token), {
    done: set => `Вы в подборке «${set.title}».`,
    onDone: async ({ id }) => {
      await navigate({ to: '/sets/$id', params: { id: String(id) }, replace: true })
      await refreshSets(client)
    },
  })
  const { data } = invitation
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      {data ? (
        <section className="prose stack">
          <h1>Подборка «{data.title}»</h1>
          {data.set === null ? (
            <>
              <p>
                {data.owner} приглашает вас: роль&nbsp;— {roleWord(data.role)}. Вы увидите дела тех регионов, которые
                открыты вашей учётной записи; владелец и{'\u00a0'}участники увидят, что вы вошли.
              </p>
              <p>
                <Button look="main" busy={joining.isPending} onClick={() => joining.mutate()}>
                  Войти в подборку
                </Button>
              </p>
            </>
          ) : (
            <p>
              Она вам уже открыта.{' '}
              <Link to="/sets/$id" params={{ id: String(data.set) }}>
                Перейти к подборке
              </Link>
            </p>
          )}
        </section>
      ) : invitation.error ? (
        <PageFailed over="Ссылка" title="По этой ссылке не войти" sentence={sentenceOf(invitation.error)}>
          <Link to="/sets" className={buttonClass('main')}>
            К подборкам
          </Link>
        </PageFailed>
      ) : (
        <h1 className="sr">Приглашение загружается</h1>
      )}
    </main>
  )
}
