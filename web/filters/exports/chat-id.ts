/** What is kept of a typed number (§5): digits, and a hyphen only in front. */
export const chatIdOf = (typed: string): string => typed.replace(/[^\d-]/g, '').replace(/(?!^)-/g, '')
