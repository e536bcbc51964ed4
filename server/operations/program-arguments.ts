import { InvalidArgumentError } from 'commander'

export const positiveNumber = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('нужно целое положительное число.')
}

export const oneOf =
  <T extends string>(...choices: T[]) =>
  (text: string): T => {
    const chosen = choices.find(choice => choice === text)
    if (chosen !== undefined) return chosen
    throw new InvalidArgumentError(`нужно одно из: ${choices.join(', ')}.`)
  }

export const calendarDay = (text: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text
  throw new InvalidArgumentError('нужна дата вида 2026-03-01.')
}

export const siteAddress = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('нужен адрес вида http://sud.prm.sudrf.ru.')
}

export const serverNumbers = (text: string): number[] => {
  const servers = text.split(',').map(Number)
  if (servers.every(server => Number.isInteger(server) && server > 0 && server < 100)) return servers
  throw new InvalidArgumentError('нужны номера вида 1,2.')
}
