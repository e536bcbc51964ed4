/**
 * The version of the reading of cards. Whoever changes what a card is read to say raises it: kept cards are then read anew beside the running
 * server (pages/reread-pages.ts).
 */
export const pageReader = 2

/** Where records of cards that were read come from. */
export const collectedOrigin = 'collector'
