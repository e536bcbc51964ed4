import { showDate } from '#shared/domain/dates.ts'

/** The text as a file to keep: what it is and where it is from, then the words of the court, unchanged. Pure. */
type Source = {
  case_number: string
  case_uid: string | null
  court: string
  result_date: string | null
  result_text_url: string
  body: string
}

export const textFile = (source: Source): { name: string; content: string } => {
  const { case_number, case_uid, court, result_date, result_text_url, body } = source
  const head = [
    `${court}, дело № ${case_number}${result_date ? `, ${showDate(result_date)}` : ''}`,
    case_uid ? `УИД ${case_uid}` : '',
    result_text_url,
  ].filter(Boolean)
  return {
    // No system lets a file be called by a number with a stroke.
    name: `Решение ${case_number.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/_+$/, '')}.txt`,
    content: `${head.join('\n')}\n\n${body.trimEnd()}\n`,
  }
}
