/** Why a violation does not count towards repeat prosecution although it may: what sites of courts leave open. */
export const clockDoubtKeys = [
  'namesake',
  'article_not_told',
  'result_of_several',
  'annulment_not_linked',
  'review_not_linked',
  'annulled_in_part',
  'review_result_not_told',
  'penalty_not_told',
  'deprivation_not_told',
] as const
export type ClockDoubt = (typeof clockDoubtKeys)[number]

export const clockDoubts: Readonly<Record<ClockDoubt, string>> = {
  namesake: 'одно имя: не\u00a0установлено, что это одно лицо',
  result_of_several: 'в\u00a0деле несколько лиц: чей это результат, не\u00a0сообщено',
  article_not_told: 'суд не\u00a0сообщил, по\u00a0какой статье привлекают это лицо',
  annulment_not_linked: 'возможно, отменено: похожее дело второй инстанции с\u00a0этим не\u00a0связано',
  review_not_linked: 'возможно, обжаловано: похожее дело второй инстанции с\u00a0этим не\u00a0связано',
  annulled_in_part: 'отменено частично: в\u00a0какой части, не\u00a0сообщено',
  review_result_not_told: 'чем кончился пересмотр, не\u00a0сообщено',
  penalty_not_told: 'вид наказания не\u00a0сообщён',
  deprivation_not_told: 'не\u00a0сообщено, что лицо лишено права управления',
}
