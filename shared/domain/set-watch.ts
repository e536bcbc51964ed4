/** Watch lists of sets (decision 0105): kinds of rows and states of their matches. */
export const watchKinds = [
  { value: 'name', label: 'Имя' },
  { value: 'number', label: 'Номер дела' },
  { value: 'uid', label: 'УИД' },
] as const
export type WatchKind = (typeof watchKinds)[number]['value']

/** `found`, `perhaps`: by the rules; `confirmed`, `refused`: permanent decisions of a person. */
export const watchStates = ['found', 'perhaps', 'confirmed', 'refused'] as const
export const watchVerdicts = ['confirmed', 'refused', 'open'] as const
export type WatchVerdict = (typeof watchVerdicts)[number]

/** How a name in a case matches the watched one. */
export const watchSpellings = [
  { value: 'same', label: 'имя совпадает полностью' },
  { value: 'spelling', label: 'имя написано иначе' },
  { value: 'typing', label: 'отличается буквой' },
  { value: 'part', label: 'одна из фамилий' },
  { value: 'no_father', label: 'без отчества' },
  { value: 'initials', label: 'только инициалы' },
  { value: 'surname', label: 'только фамилия' },
] as const
export type WatchSpelling = (typeof watchSpellings)[number]['value']

/** Additional facts of a row that a case may agree with or contradict. */
export const watchFacts = [
  { value: 'court', label: 'суд' },
  { value: 'region', label: 'регион' },
  { value: 'article', label: 'статья' },
  { value: 'day', label: 'дата' },
] as const
export type WatchFact = (typeof watchFacts)[number]['value']

export const maxWatchRows = 1_000
export const maxWatchText = 200
/** Maximum of possible matches per row that wait for a decision. */
export const mostPerhaps = 50
export const watchMonths = 12
export const watchWarningDays = 30
