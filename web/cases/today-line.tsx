import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#shared/domain/wording.ts'
import { todaySummaryQueryOptions } from '../api/today.ts'

/** «Сегодня: 2 заседания, 7 изменений», above the list of who watches anything. */
export const TodayLine = () => {
  const { data } = useQuery(todaySummaryQueryOptions)
  if (!data?.watches) return '\u00a0'
  const said = [
    data.hearings > 0 && counted(data.hearings, ['заседание', 'заседания', 'заседаний']),
    data.unread > 0 && counted(data.unread, ['изменение', 'изменения', 'изменений']),
  ].filter(Boolean)
  return <Link to="/today">Сегодня: {said.length > 0 ? said.join(', ') : 'ни\u00a0заседаний, ни\u00a0изменений'}</Link>
}
