export const chapters = [
  'begin',
  'cases',
  'questions',
  'words',
  'case',
  'text',
  'favourites',
  'sets',
  'people',
  'presets',
  'exports',
  'subscriptions',
  'stats',
  'data',
  'tags',
  'account',
  'admin',
  'keys',
] as const
export type ChapterName = (typeof chapters)[number]
export const isChapter = (name: string | undefined): name is ChapterName => chapters.some(chapter => chapter === name)
