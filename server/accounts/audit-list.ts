import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { auditEntry } from '#shared/api/accounts.ts'
import { setRoles } from '#shared/domain/sets.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import type { AuditAction } from '../db/audit.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'

type Entry = z.infer<typeof auditEntry>
export async function listAudit(db: Kysely<DB>, page: PageAsked): Promise<PageFound<Entry>> {
  const entries = db
    .selectFrom('audit_entry')
    .leftJoin('account', 'account.id', 'audit_entry.account_id')
    .select(['audit_entry.id', 'username', 'action', 'details', 'happened_at'])
    .orderBy('audit_entry.id', 'desc')
  const { count, rows } = await pageOfQuery(entries, page)
  return {
    count,
    rows: rows.map(row => {
      const details = z.record(z.string(), z.unknown()).catch({}).parse(row.details)
      return { ...withIsoDates(row), details, sentence: auditSentence(row.action, details) }
    }),
  }
}

type Kept = Readonly<Record<string, unknown>>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const account = (details: Kept): string => `учётная запись «${text(details.username)}»`

/** «администратор; группы: tag_editor; регионы: 77, 78» */
const access = ({ groups, regions, is_superuser }: Kept): string =>
  [
    ...(is_superuser === undefined ? [] : [is_superuser ? 'администратор' : 'не администратор']),
    ...(Array.isArray(groups) ? [groups.length > 0 ? `группы: ${groups.join(', ')}` : 'без групп'] : []),
    ...(regions === null ? ['все регионы'] : []),
    ...(Array.isArray(regions) ? [regions.length > 0 ? `регионы: ${regions.join(', ')}` : 'ни одного региона'] : []),
  ].join('; ')

const sentences: { [A in AuditAction]: (details: Kept) => string } = {
  account_created: details => `Создана ${account(details)}: ${access(details)}`,
  account_approved: details => `Одобрена ${account(details)}: ${access(details)}`,
  account_declined: details => `Отклонена заявка «${text(details.username)}»`,
  account_changed: details => `Изменена ${account(details)}: ${access(details)}`,
  account_blocked: details => `Заблокирована ${account(details)}`,
  account_unblocked: details => `Разблокирована ${account(details)}`,
  password_changed: details =>
    `Пароль изменён владельцем: ${account(details)}${number(details.revoked) > 0 ? `; отозваны ленты и вебхуки: ${number(details.revoked)}` : ''}`,
  password_reset: details => `Пароль задан заново: ${account(details)}`,
  second_factor_enabled: details => `Включён вход с кодом: ${account(details)}`,
  second_factor_disabled: details => `Выключен вход с кодом: ${account(details)}`,
  second_factor_reset: details => `Сброшен вход с кодом: ${account(details)}`,
  recovery_code_used: details => `Использован код восстановления: ${account(details)}`,
  token_created: details =>
    `Создан личный ключ «${text(details.name)}» на ${counted(number(details.days), ['день', 'дня', 'дней'])}`,
  token_revoked: details => `Отозван личный ключ «${text(details.name)}»`,
  cases_exported: details =>
    `Выгружено строк: ${showNumber(number(details.rows))} (${details.way === 'messenger' ? 'ботом' : 'по ссылке'})`,
  messenger_linked: details => `Учётная запись связана с чатом Telegram ${number(details.chat_id)}`,
  tags_uploaded: details =>
    `${details.action === 'remove' ? 'Сняты метки' : 'Загружены метки'}: дел — ${showNumber(number(details.cases))}, меток — ${showNumber(number(details.tags))}`,
  tags_undone: details =>
    `Отменена загрузка меток №\u00a0${number(details.upload_id)}: дел — ${showNumber(number(details.cases))}, меток — ${showNumber(number(details.tags))}`,
  tag_renamed: details => `Метка «${text(details.before)}» переименована в «${text(details.after)}»`,
  tag_merged: details => `Метка «${text(details.gone)}» объединена с «${text(details.kept)}»`,
  tag_deleted: details => `Удалена метка «${text(details.value)}»`,
  people_decided: details =>
    `${verdicts[text(details.verdict)] ?? 'Решено о паре лиц'}: «${text(details.left)}» и «${text(details.right)}»`,
  people_parted: details => `Лица разъединены: «${text(details.left)}» и «${text(details.right)}»`,
  people_split: details =>
    `Отделён однофамилец лица «${text(details.name)}»: дел — ${showNumber(number(details.cases))}`,
  link_decided: details =>
    details.is_same === null
      ? `Снята отметка о делах ${text(details.first)} и ${text(details.second)}`
      : `Решено: дела ${text(details.first)} и ${text(details.second)} — ${details.is_same === true ? 'одно дело в двух инстанциях' : 'разные дела'}`,
  person_forgotten: details =>
    `Имя лица удалено по решению №\u00a0${number(details.forgetting_id)}: дел — ${showNumber(number(details.cases))}`,
  forgetting_undone: details => `Отменено решение №\u00a0${number(details.forgetting_id)} об удалении имени`,
  figures_published: details => `Цифры открыты всем: «${text(details.title)}» (${text(details.id)})`,
  figures_closed: details => `Цифры закрыты от всех: «${text(details.title)}» (${text(details.id)})`,
  set_shared: details =>
    `Создана ссылка в подборку №\u00a0${number(details.set_id)} (${roleOf(details)}) на ${counted(number(details.days), ['день', 'дня', 'дней'])}`,
  set_link_revoked: details => `Отозвана ссылка в подборку №\u00a0${number(details.set_id)} (${roleOf(details)})`,
  set_joined: details => `Вход в подборку №\u00a0${number(details.set_id)} по ссылке (${roleOf(details)})`,
  set_watch_added: details =>
    `Наблюдение подборки №\u00a0${number(details.set_id)}: добавлено строк — ${number(details.rows)}`,
  set_watch_removed: details =>
    `Наблюдение подборки №\u00a0${number(details.set_id)}: убрано строк — ${number(details.rows)}`,
  set_watch_restored: details =>
    `Наблюдение подборки №\u00a0${number(details.set_id)}: возвращено строк — ${number(details.rows)}`,
  set_watch_decided: details =>
    `Наблюдение подборки №\u00a0${number(details.set_id)}: подтверждено дел — ${number(details.confirmed)}, отклонено — ${number(details.refused)}`,
  set_watch_kept: details => `Наблюдение подборки №\u00a0${number(details.set_id)} продлено`,
  set_watch_seen: details => `Просмотр подборки №\u00a0${number(details.set_id)}, которая ведёт наблюдение`,
  set_left: details => `Выход из подборки №\u00a0${number(details.set_id)}`,
  set_member_changed: details =>
    `Изменена роль в подборке №\u00a0${number(details.set_id)}: «${text(details.username)}» — ${roleOf(details)}`,
  set_member_removed: details =>
    `Закрыт доступ к подборке №\u00a0${number(details.set_id)}: «${text(details.username)}»`,
  set_deleted: details =>
    `Удалена общая подборка №\u00a0${number(details.set_id)}: участников — ${number(details.members)}`,
  set_restored: details =>
    `Возвращена общая подборка №\u00a0${number(details.set_id)}: участников — ${number(details.members)}`,
  case_refreshed: details =>
    `Запрошено обновление дела ${text(details.case_number)} (№\u00a0${number(details.case_id)})`,
}
const roleOf = ({ role }: Kept): string =>
  setRoles.find(({ value }) => value === role)?.label.toLowerCase() ?? 'без роли'
const verdicts: Readonly<Record<string, string>> = {
  same: 'Решено, что это одно лицо',
  apart: 'Решено, что это разные лица',
  unknown: 'Не решено, одно ли это лицо',
  open: 'Снята отметка о паре лиц',
}
const isAction = (action: string): action is AuditAction => Object.hasOwn(sentences, action)

export const auditSentence = (action: string, details: Kept): string => {
  const said = isAction(action) ? sentences[action](details) : `Действие «${action}»`
  return `${said}${details.by_command === true ? ' (из командной строки)' : ''}.`
}
