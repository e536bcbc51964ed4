/** Figures for print and embedding. */
export const longestTitle = 400
/** Figures with fewer cases are not published. */
export const fewestToPublish = 10
/** Display of a suppressed number, and of one that would reveal it. */
export const hiddenWords = { few: 'менее\u00a010', beside: 'скрыто' } as const
