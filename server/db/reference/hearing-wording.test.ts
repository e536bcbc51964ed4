import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHearingWording } from './hearing-wording.ts'
import { referenceEventTypes } from './tables.ts'

/** Which events are hearings (domain §6): a list kept as data, and wordings that begin as those of the list. */
describe('the wording of an event', () => {
  // biome-ignore format: a table reads best as one
  it.each<[is: boolean | null, wordings: string[]]>([
    [true, [
      'Рассмотрение дела', 'Рассмотрение материала', 'Рассмотрение жалобы', 'Рассмотрение дела по существу', 'Судебное заседание',
      'Предварительное судебное заседание', 'Провозглашение приговора', 'Закрытое судебное заседание', 'Судебное заседание (закрытое)',
    ]],
    [true, [
      'СУДЕБНОЕ  ЗАСЕДАНИЕ', 'Рассмотрение уголовного дела', 'Рассмотрение апелляционной жалобы', 'Рассмотрение протеста прокурора',
      'Рассмотрение дела (по видео-конференц-связи)', 'Выездное судебное заседание', 'Оглашение резолютивной части решения',
      'Рассмотрение дела по существу / Рассмотрение отложено / Иные причины',
    ]],
    [false, [
      'Назначено судебное заседание', 'Передача дела судье', 'Рассмотрение', 'Беседа', 'Отложено', 'Подготовка дела (Собеседование)',
      'Решение в отношении поступившего уголовного дела', 'Постановление приговора',
    ]],
    [false, [
      'Сдано в отдел судопроизводства', 'Регистрация протеста прокурора', 'ДЕЛО СДАНО В АРХИВ', 'Материалы переданы в производство',
      'Копия постановления вручена', 'Вступило в законную силу (по жалобе)',
    ]],
    [null, [
      'Явка сторон', 'Рассмотрение ходатайства', 'Рассмотрение дела отложено', 'Продление срока содержания под стражей', 'Допрос свидетелей',
      'Дело назначено к рассмотрению', 'Судебное заседание не состоялось', 'Заседания', '', 'Судебное заседание (перенос)',
      'Судебное заседание не проводилось', 'Перенос заседания', 'Слушание не состоится', 'Заседание отменяется', 'Заседание аннулировано',
      'Судебное заседание откладывается', 'Рассмотрение дела снимается', 'Судебное заседание по делу закрыто',
      'Рассмотрение дела оставлено без движения',
    ]],
  ])('is known to be that of a hearing (%s)', (is, wordings) => {
    expect(Object.fromEntries(wordings.map(one => [one, isHearingWording(one)]))).toEqual(
      Object.fromEntries(wordings.map(one => [one, is])),
    )
  })

  it('of the list is what the list says, however it is written', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...referenceEventTypes()),
        fc.constantFrom('', ' ', '\u00a0'),
        fc.boolean(),
        ({ title, is_hearing }, space, isLoud) => {
          const written = `${space}${isLoud ? title.toUpperCase() : title.replaceAll('е', 'ё')}${space}`.replaceAll(
            ' ',
            `${space} `,
          )
          expect(isHearingWording(written)).toBe(is_hearing)
        },
      ),
    ))

  it('is never taken for the contrary of what the list says of its beginning', () => {
    const wrong = referenceEventTypes().filter(
      ({ title, is_hearing }) => isHearingWording(`${title} (дополнено)`) === !is_hearing,
    )
    expect(wrong).toEqual([])
  })
})
