/** Numbers of uploaded tags, used by both sides. */
export const maxTagRows = 10_000
/** Characters of a tag: more is a note. */
export const maxTagText = 100
/** Bytes of a file of tags. */
export const maxTagFile = 5_000_000
