/**
 * Blanks, control and format characters, and what Unicode renders as nothing: Hangul fillers, variation selectors,
 * blank Braille pattern. They are legitimate inside words; a text of nothing else is empty.
 */
const nothingToSee = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** NUL is refused separately. */
export const isBlank = (text: string): boolean => nothingToSee.test(text) && !text.includes('\0')
