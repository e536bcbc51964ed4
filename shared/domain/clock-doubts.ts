import { keysOf } from './keys-of.ts'

/** What court sites leave open, so that a violation does not count towards repeat prosecution although it may. */
export const clockDoubts = {
  namesake: 'одно имя: не\u00a0установлено, что это одно лицо',
  article_not_told: 'суд не\u00a0сообщил, по\u00a0какой статье привлекают это лицо',
  result_of_several: 'в\u00a0деле несколько лиц: чей это результат, не\u00a0сообщено',
  annulment_not_linked: 'возможно, отменено: похожее дело второй инстанции с\u00a0этим не\u00a0связано',
  review_not_linked: 'возможно, обжаловано: похожее дело второй инстанции с\u00a0этим не\u00a0связано',
  annulled_in_part: 'отменено частично: в\u00a0какой части, не\u00a0сообщено',
  review_result_not_told: 'чем кончился пересмотр, не\u00a0сообщено',
  penalty_not_told: 'вид наказания не\u00a0сообщён',
  deprivation_not_told: 'не\u00a0сообщено, что лицо лишено права управления',
} as const
export type ClockDoubt = keyof typeof clockDoubts
export const clockDoubtKeys = keysOf(clockDoubts)
