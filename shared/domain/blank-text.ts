/**
 * Blanks, control and format characters, and what Unicode draws as nothing: fillers of Hangul, selectors of variants, a blank pattern of Braille.
 * They stand inside words for good reasons; a text of nothing else is empty.
 */
const nothingToSee = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** NUL is refused as such. */
export const isBlank = (text: string): boolean => nothingToSee.test(text) && !text.includes('\0')
