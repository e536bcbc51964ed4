import type { Letter } from '../http/feature.ts'

/** Letters never contain a password, a key or text typed by somebody else. */
type To = { username: string; email: string }
const bye = '\n\nСудмонитор\n'
const letter = (to: string, subject: string, text: string): Letter => ({
  to,
  subject: `Судмонитор: ${subject}`,
  text: text + bye,
})
const hello = (username: string): string => `Здравствуйте, ${username}!\n\n`

export const approvalLetter = ({ username, email }: To, publicUrl: string | undefined): Letter =>
  letter(
    email,
    'учётная запись одобрена',
    `${hello(username)}Администратор одобрил вашу учётную запись. Теперь можно войти${publicUrl === undefined ? '.' : `: ${publicUrl}/login`}`,
  )

export const declineLetter = ({ username, email }: To): Letter =>
  letter(email, 'заявка отклонена', `${hello(username)}Администратор отклонил вашу заявку на учётную запись.`)

/** Repeats nothing from the request: otherwise anybody could send text to the owner through this letter. */
export const addressTakenLetter = (email: string): Letter =>
  letter(
    email,
    'заявка с вашей почтой',
    'Здравствуйте!\n\nКто-то подал заявку на учётную запись и указал эту почту, но на неё учётная запись уже есть. Если это были вы, войдите под прежним именем; если нет — ничего делать не нужно.',
  )

export const passwordLetter = ({ username, email }: To): Letter =>
  letter(
    email,
    'пароль сменён',
    `${hello(username)}Пароль вашей учётной записи изменён, остальные сеансы завершены. Если это сделали не вы, сразу напишите администратору.`,
  )
