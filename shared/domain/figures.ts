/** Figures that are printed and put into pages of others. */
export const longestTitle = 400
/** Of fewer cases no figure is told to everybody. */
export const fewestToPublish = 10
/** How such a number, and one that would give it away, is written. */
export const hiddenWords = { few: 'менее\u00a010', beside: 'скрыто' } as const
